import StubKit

extension HAREntry {
  /// What is written of an exchange.
  init(_ exchange: RecordedExchange) throws(ArchiveError) {
    try self.init(JSONReader(exchange.json))
  }

  /// What is written of exchanges, without their secrets.
  ///
  /// - Parameter consequence: What is said of one that cannot be written: `is left out`.
  /// - Returns: The entries, and what is said of the others.
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
        // One answer that is odd must not cost all the others.
        remarks.append("\(exchange.title) \(consequence): \(error.reason).")
      }
    }
    return (entries, remarks)
  }

  /// Whether two entries tell of the same request and the same answer, whenever that was.
  func isSameExchange(as other: HAREntry) -> Bool {
    timeless == other.timeless
  }

  private static let fleeting: [StubJSON?] = ["Date", "Content-Length"]

  /// What the entry tells, whenever that was, and however long what is called otherwise was.
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
  /// The same entries, each with its former lines if it has not changed.
  ///
  /// Those have the times of when it was recorded first.
  func keepingLines(of former: [HAREntry]) -> [HAREntry] {
    guard !former.isEmpty else { return self }
    // The last of several first, since they are taken from the end.
    var known = Dictionary(grouping: former.reversed(), by: \.timeless)
    return map { known[$0.timeless]?.popLast() ?? $0 }
  }
}
