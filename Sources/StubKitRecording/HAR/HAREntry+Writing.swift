import StubKit

extension HAREntry {
  init(_ exchange: RecordedExchange) throws(ArchiveError) {
    try self.init(JSONReader(exchange.json))
  }

  /// `consequence` is the end of a remark on an exchange that cannot be written: `is left out`.
  static func writing(
    _ exchanges: [RecordedExchange], by redaction: Redaction, naming names: SecretNames,
    orSaying consequence: String
  ) -> (entries: [HAREntry], remarks: [String]) {
    var entries: [HAREntry] = []
    var remarks: [String] = []
    for exchange in RecordedExchange.redacting(exchanges, by: redaction, naming: names) {
      do {
        entries.append(try HAREntry(exchange))
      } catch {
        // One answer that cannot be written must not cost the others.
        remarks.append("\(exchange.title) \(consequence): \(error.reason).")
      }
    }
    return (entries, remarks)
  }

  /// Whether two entries have the same request and answer, at whatever times.
  func isSameExchange(as other: HAREntry) -> Bool {
    timeless == other.timeless
  }

  private static let fleeting: [StubJSON?] = ["Date", "Content-Length"]

  /// The request, response and error, without dates, and without sizes that depend on names of secrets.
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
  /// Replaces each entry that has not changed with the former one, which has the first recording's times.
  func keepingLines(of former: [HAREntry]) -> [HAREntry] {
    guard !former.isEmpty else { return self }
    // Reversed, because `popLast` takes the last one first.
    var known = Dictionary(grouping: former.reversed(), by: \.timeless)
    return map { known[$0.timeless]?.popLast() ?? $0 }
  }
}
