extension StubRequest: CustomDebugStringConvertible {
  /// The method, URL, relevant header fields and body, one per line, with secrets hidden.
  ///
  /// ```text
  /// POST https://api.example.com/login
  ///   Content-Type: application/json
  ///   body: {"password":"REDACTED","user":"ada"}
  /// ```
  /// The text begins with a line break, so that each request of an array starts on its own line.
  public var debugDescription: String {
    let seen = withShortBody
    let shown = Discretion.here.shown(seen) ?? seen
    let summary = shown.readOnce.parsedBody?.summary(
      as: shown.headers["Content-Type"],
      startOf: seen.body?.count == body?.count ? nil : body?.count)
    let fields = shown.headers.filter(\.matters).map {
      "\($0.name): \($0.value.shortened())".withVisibleControls
    }.shortened(to: 20) { "… and \($0) more fields" }
    return (["\n" + shown.line] + fields + (summary ?? [])).joined(separator: "\n  ")
  }

  /// Shortens a long body, unless it is multipart: searching all of it for secrets is slow.
  private var withShortBody: StubRequest {
    guard let body, body.count > Discretion.largestBodyLookedAt,
      MultipartForm.boundary(in: headers["Content-Type"]) == nil
    else { return self }
    return StubRequest(urlRequest, body: body.prefix(1 << 14))
  }
}

extension StubHeaders.Field {
  /// False for fields that a session adds to every request.
  var matters: Bool {
    switch name.asciiLowercased {
    case "accept-encoding", "accept-language", "user-agent", "host", "connection",
      "content-length":
      false
    case "accept": value != "*/*"
    default: true
    }
  }
}
