import StubKit

extension HAREntry {
  init(_ exchange: RecordedExchange) throws(ArchiveError) {
    try self.init(JSONReader(exchange.json))
  }

  func isSameExchange(as other: HAREntry) -> Bool {
    timeless == other.timeless
  }

  private static let fleeting: [StubJSON?] = ["Date", "Content-Length"]

  /// Request, response and error without dates and sizes: sizes depend on the names of secrets.
  var timeless: [StubJSON?] {
    guard case .object(var response)? = json["response"],
      case .array(let headers)? = response["headers"]
    else { return [json["request"], json["response"], json["_error"]] }
    response["headers"] = .array(headers.filter { !Self.fleeting.contains($0["name"]) })
    if case .object(var content)? = response["content"], content["text"] != nil {
      content["size"] = nil
      response["content"] = .object(content)
    }
    var request = json["request"]
    if case .object(var members)? = request, members["postData"] != nil {
      members["bodySize"] = nil
      request = .object(members)
    }
    return [request, .object(response), json["_error"]]
  }
}

extension [HAREntry] {
  /// Replaces each unchanged entry with its former version, so that its times do not change either.
  func keepingLines(of former: [HAREntry]) -> [HAREntry] {
    guard !former.isEmpty else { return self }
    // Reversed, so that `popLast` takes the first.
    var known = Dictionary(grouping: former.reversed(), by: \.timeless)
    return map { known[$0.timeless]?.popLast() ?? $0 }
  }
}
