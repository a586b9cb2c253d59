import Foundation

extension HAREntry {
  /// What is written of an exchange.
  init(_ exchange: RecordedExchange) throws(ArchiveError) {
    let total = exchange.wait + exchange.receive
    var entry: [String: StubJSON] = [
      "startedDateTime": .string(HARDate.text(of: exchange.start)),
      "time": total.milliseconds,
      "request": .object(Self.request(of: exchange)),
      "response": .object(Self.response(of: exchange)),
      "cache": [:],
      "timings": [
        "send": 0, "wait": exchange.wait.milliseconds, "receive": exchange.receive.milliseconds,
      ],
    ]
    if let failure = exchange.failure { entry["_error"] = .string(failure) }
    if let comment = exchange.comment { entry["comment"] = .string(comment) }
    try self.init(JSONReader(.object(entry)))
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

  private static func request(of exchange: RecordedExchange) -> [String: StubJSON] {
    var request = message(exchange.requestHeaders)
    request["method"] = .string(exchange.method)
    request["url"] = .string(exchange.url)
    request["queryString"] = .array(
      ScannedURL.scanning(URL(string: exchange.url)) { $0.queryItems }.map {
        ["name": .string($0.name), "value": .string($0.value ?? "")]
      })
    request["bodySize"] = .integer(
      max(exchange.requestBody.count, exchange.missingOfRequest))
    if !exchange.requestBody.isEmpty, exchange.missingOfRequest == 0 {
      let type = exchange.requestHeaders["Content-Type"] ?? "application/octet-stream"
      var body = written(exchange.requestBody, type: type)
      // The format has no way to write a request's body that is not text.
      body["_encoding"] = body.removeValue(forKey: "encoding")
      body["mimeType"] = .string(type)
      request["postData"] = .object(body)
    }
    return request
  }

  private static func response(of exchange: RecordedExchange) -> [String: StubJSON] {
    var response = message(exchange.responseHeaders)
    let type = exchange.responseHeaders["Content-Type"] ?? ""
    let body = exchange.hidesBody ? Data() : exchange.body
    var content = body.isEmpty ? [:] : written(body, type: type)
    content["size"] = .integer(body.count + exchange.missing)
    content["mimeType"] = .string(type)
    response["content"] = .object(content)
    response["status"] = .integer(exchange.status)
    response["statusText"] = ""
    response["redirectURL"] = .string(exchange.responseHeaders["Location"] ?? "")
    response["bodySize"] = -1
    return response
  }

  /// What requests and responses have in common.
  private static func message(_ headers: StubHeaders) -> [String: StubJSON] {
    [
      "httpVersion": "HTTP/1.1", "cookies": [], "headersSize": -1,
      "headers": .array(
        headers.map { ["name": .string($0.name), "value": .string($0.value)] }),
    ]
  }

  /// A body as text, so that a diff can be read, or in base64 if it would not come back the same.
  private static func written(_ body: Data, type: String) -> [String: StubJSON] {
    let isPlain = !body.contains { $0 < 0x20 && ![9, 10, 13].contains($0) }
    // Readers make bytes from text by the character set of the media type.
    let isUTF8 = !type.lowercased().contains("charset=") || type.lowercased().contains("utf-8")
    if isPlain, isUTF8 || body.allSatisfy({ $0 < 0x80 }),
      let text = String(validUTF8: body)
    {
      return ["text": .string(text)]
    }
    return ["text": .string(body.base64EncodedString()), "encoding": "base64"]
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

extension Duration {
  /// Milliseconds, to the hundredth.
  fileprivate var milliseconds: StubJSON {
    let (seconds, attoseconds) = components
    let hundredths = seconds * 100_000 + attoseconds / 10_000_000_000_000
    return .double(Double(hundredths) / 100)
  }
}
