package import Foundation

extension RecordedExchange {
  package var json: StubJSON {
    var entry: [String: StubJSON] = [
      "startedDateTime": .string(HARDate.text(of: start)),
      "time": (wait + receive).milliseconds,
      "request": .object(request),
      "response": .object(response),
      "cache": [:],
      "timings": ["send": 0, "wait": wait.milliseconds, "receive": receive.milliseconds],
    ]
    if let failure { entry["_error"] = .string(failure) }
    if let comment { entry["comment"] = .string(comment) }
    return .object(entry)
  }

  private var request: [String: StubJSON] {
    var request = Self.message(requestHeaders)
    request["method"] = .string(method)
    request["url"] = .string(url)
    request["queryString"] = .array(
      ScannedURL.scanning(URL(string: url)) { $0.queryItems }.map {
        ["name": .string($0.name), "value": .string($0.value ?? "")]
      })
    request["bodySize"] = .integer(max(requestBody.count, missingOfRequest))
    if !requestBody.isEmpty, missingOfRequest == 0 {
      let type = requestHeaders["Content-Type"] ?? "application/octet-stream"
      var body = Self.written(requestBody, type: type)
      // HAR defines `encoding` for the bodies of responses only.
      body["_encoding"] = body.removeValue(forKey: "encoding")
      body["mimeType"] = .string(type)
      request["postData"] = .object(body)
    }
    return request
  }

  private var response: [String: StubJSON] {
    var response = Self.message(responseHeaders)
    let type = responseHeaders["Content-Type"] ?? ""
    let body = hidesBody ? Data() : self.body
    var content = body.isEmpty ? [:] : Self.written(body, type: type)
    content["size"] = .integer(body.count + missing)
    // Marks the body as still encoded: other programs save it decoded, but keep the header.
    if !body.isEmpty {
      content["_contentEncoding"] = responseHeaders["Content-Encoding"].map { .string($0) }
    }
    if missing > 0, !body.isEmpty { content["_missing"] = .integer(missing) }
    content["mimeType"] = .string(type)
    response["content"] = .object(content)
    response["status"] = .integer(status)
    response["statusText"] = ""
    response["redirectURL"] = .string(responseHeaders["Location"] ?? "")
    response["bodySize"] = -1
    return response
  }

  private static func message(_ headers: StubHeaders) -> [String: StubJSON] {
    [
      "httpVersion": "HTTP/1.1", "cookies": [], "headersSize": -1,
      "headers": .array(headers.map { ["name": .string($0.name), "value": .string($0.value)] }),
    ]
  }

  private static let controls = ByteSet([UInt8](0..<9) + [11, 12] + [UInt8](14..<0x20))
  private static let controlsOrBeyondASCII = controls + ByteSet(0x80...0xFF)

  /// Text makes diffs readable; base64 is for a body whose bytes text would not preserve.
  private static func written(_ body: Data, type: String) -> [String: StubJSON] {
    // Readers of archives convert text to bytes by the charset of the media type.
    let charset = HeaderParameters(type)["charset"]?.lowercased() ?? "utf-8"
    let isUTF8 = ["utf-8", "utf8"].contains(charset)
    let text = body.withUnsafeBytes { body -> String? in
      let body = body.bindMemory(to: UInt8.self)
      let isPlain = body.place(of: isUTF8 ? controls : controlsOrBeyondASCII) == body.count
      return isPlain && !charset.hasPrefix("utf-16") && !charset.hasPrefix("utf-32")
        ? String(validUTF8: body) : nil
    }
    if let text { return ["text": .string(text)] }
    return ["text": .string(body.base64EncodedString()), "encoding": "base64"]
  }
}

extension Duration {
  /// Truncated to hundredths.
  fileprivate var milliseconds: StubJSON {
    let (seconds, attoseconds) = components
    let hundredths = Double(seconds) * 100_000 + Double(attoseconds / 10_000_000_000_000)
    return .double(hundredths / 100)
  }
}

package enum HARDate {
  /// A format style, because a formatter is far slower.
  package static let milliseconds = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

  static func text(of date: Date) -> String {
    // The format style truncates; with half a millisecond more, it rounds.
    date.addingTimeInterval(0.000_5).formatted(milliseconds)
  }
}
