import Foundation
import StubKit

/// A gzip body decompressed, even without `Content-Encoding`, which a session may add later.
struct UnpackedBody: BodyForm {
  /// Nil if the body is not compressed, or damaged.
  let body: ParsedBody?

  init(of body: ParsedBody) {
    let isPacked = ContentCoding.isGzip(body.data)
    let data = isPacked ? try? Inflater.gunzip(body.data, limit: ContentCoding.limit) : nil
    self.body = data.map(ParsedBody.init)
  }
}

struct Unpacked<Form: BodyForm>: BodyForm {
  let form: Form?

  init(of body: ParsedBody) {
    form = body.form(UnpackedBody.self).body?.form()
  }
}

extension RequestProbe {
  var hasPackedBody: Bool { seenBody.map(ContentCoding.isGzip) ?? false }

  /// For reports; a body that is not compressed is examined as it is.
  func withUnpackedBody<Result>(_ examine: (RequestProbe) -> Result) -> Result {
    guard hasPackedBody, let body = form(UnpackedBody.self)?.body else { return examine(self) }
    return RequestProbe.examining(
      request, body: .seen(body.data), sight: sight, parsed: body, examine)
  }
}
