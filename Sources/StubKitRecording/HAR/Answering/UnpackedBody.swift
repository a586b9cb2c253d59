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
    let data =
      isPacked ? try? Inflater.inflate(body.data, in: .gzip, limit: ContentCoding.limit) : nil
    self.body = data.map(ParsedBody.init)
  }
}

extension RequestProbe {
  var hasPackedBody: Bool { seenBody.map(ContentCoding.isGzip) ?? false }

  /// Decides on the decompressed body; `.open` under a registry's lock: nothing is unpacked there.
  func verdictOnUnpackedBody(_ decide: (RequestProbe) -> Verdict) -> Verdict {
    guard hasPackedBody else { return decide(self) }
    return isHurried ? .open : withUnpackedBody(decide)
  }

  /// Examines the decompressed body, or a damaged or plain one as it is; not for use under a lock.
  func withUnpackedBody<Result>(_ examine: (RequestProbe) -> Result) -> Result {
    guard hasPackedBody, let body = form(UnpackedBody.self)?.body else { return examine(self) }
    return RequestProbe.examining(
      request, body: .seen(body.data), sight: sight, parsed: body, examine)
  }
}
