import Foundation
import StubKit

/// A gzip body, decompressed.
///
/// `Content-Encoding` is not required: a session may add it after StubKit has seen the request.
struct UnpackedBody: BodyForm {
  /// Nil if the body is damaged or not compressed.
  let body: ParsedBody?

  init(of body: ParsedBody) {
    let isPacked = ContentCoding.isGzip(body.data)
    let data = isPacked ? try? Inflater.gunzip(body.data, limit: ContentCoding.limit) : nil
    self.body = data.map(ParsedBody.init)
  }
}

extension RequestProbe {
  var hasPackedBody: Bool { seenBody.map(ContentCoding.isGzip) ?? false }

  /// The verdict is open under a registry's lock, where nothing is decompressed.
  func verdictOnUnpackedBody(_ decide: (RequestProbe) -> Verdict) -> Verdict {
    guard hasPackedBody else { return decide(self) }
    return isHurried ? .open : withUnpackedBody(decide)
  }

  /// Not to be called under a lock; a body that is damaged or not compressed is examined as it is.
  func withUnpackedBody<Result>(_ examine: (RequestProbe) -> Result) -> Result {
    guard hasPackedBody, let body = form(UnpackedBody.self)?.body else { return examine(self) }
    return RequestProbe.examining(
      request, body: .seen(body.data), sight: sight, parsed: body, examine)
  }
}
