import Foundation
import StubKit

/// A gzip body unpacked, whatever the field `Content-Encoding` says: a session may add it later.
struct UnpackedBody: BodyForm {
  /// Nil if the body is not compressed, or is damaged.
  let body: ParsedBody?

  init(of body: ParsedBody) {
    let isPacked = ContentCoding.isGzip(body.data)
    let data = isPacked ? try? Inflater.gunzip(body.data, limit: ContentCoding.limit) : nil
    self.body = data.map(ParsedBody.init)
  }
}

struct Unpacked<Form: BodyForm>: BodyForm {
  /// Nil if the body is not compressed, or is damaged.
  let form: Form?

  init(of body: ParsedBody) {
    form = body.form(UnpackedBody.self).body?.form()
  }
}

extension RequestProbe {
  var hasPackedBody: Bool { seenBody.map(ContentCoding.isGzip) ?? false }

  /// Examines the request with its body unpacked, for reports; with its own body if that is not packed.
  func withUnpackedBody<Result>(_ examine: (RequestProbe) -> Result) -> Result {
    guard hasPackedBody, let body = form(UnpackedBody.self)?.body else { return examine(self) }
    return RequestProbe.examining(
      request, body: .seen(body.data), sight: sight, parsed: body, examine)
  }
}
