import Foundation

extension ResolvedResponse {
  /// Returns the part of the body that a request asks for, if the response is given in parts.
  func ranged(for request: @autoclosure () -> StubRequest) -> ResolvedResponse {
    guard delivery.isRanged, case .reply(var reply) = content, reply.head.status == 200,
      case .data(let body) = reply.body
    else { return self }
    let request = request()
    if !reply.head.headers.contains("Accept-Ranges") {
      reply.head.headers.append("bytes", for: "Accept-Ranges")
    }
    if request.method == .get, let field = request.headers["Range"],
      reply.head.headers.areMeant(by: request.headers["If-Range"]),
      let range = ByteRange(field, of: body.count)
    {
      reply.keep(range, of: body)
    }
    var response = self
    response.content = .reply(reply)
    return response
  }
}

extension Reply {
  /// Keeps a range of the whole body, or refuses it.
  fileprivate mutating func keep(_ range: ByteRange, of whole: Data) {
    switch range {
    case .bytes(let range):
      body = .data(whole.subdata(in: range))
      head.status = 206
      head.headers.set(
        "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(whole.count)", for: "Content-Range")
    case .refused:
      body = .empty
      head.status = 416
      for name in ["Content-Type", "Content-Encoding", "ETag", "Last-Modified"] {
        head.headers.remove(name)
      }
      head.headers.set("bytes */\(whole.count)", for: "Content-Range")
    }
    head.headers.set(String(body.length ?? 0), for: "Content-Length")
  }
}

extension StubHeaders {
  /// Whether they belong to the version that an `If-Range` field names.
  fileprivate func areMeant(by condition: String?) -> Bool {
    guard let condition else { return true }
    // A weak validator does not say that two bodies are equal byte by byte.
    if condition.hasSuffix("\"") { return !condition.hasPrefix("W/") && condition == self["ETag"] }
    return condition == self["Last-Modified"]
  }
}
