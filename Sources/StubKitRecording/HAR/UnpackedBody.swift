import Foundation
import StubKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a compressed body was before, as a recording has it.
///
/// Its `Content-Encoding` is not asked for: a session may still add that.
struct UnpackedBody: BodyForm {
  /// The body; nil if it is not compressed, or damaged.
  let body: ParsedBody?

  init(of body: ParsedBody) {
    let isPacked = ContentCoding.isGzip(body.data)
    let data = isPacked ? try? Inflater.gunzip(body.data, limit: ContentCoding.limit) : nil
    self.body = data.map(ParsedBody.init)
  }
}

/// A form of what a compressed body was before.
struct Unpacked<Form: BodyForm>: BodyForm {
  /// The form; nil if the body is not compressed, or damaged.
  let form: Form?

  init(of body: ParsedBody) {
    form = body.form(UnpackedBody.self).body?.form()
  }
}

extension RequestProbe {
  /// Whether the body looks like one that is compressed.
  var hasPackedBody: Bool { seenBody.map(ContentCoding.isGzip) ?? false }

  /// Examines the request with the body that was compressed, for reports; with its own if none was.
  func withUnpackedBody<Result>(_ examine: (RequestProbe) -> Result) -> Result {
    guard hasPackedBody, let body = form(UnpackedBody.self)?.body else { return examine(self) }
    return RequestProbe.examining(
      request, body: .seen(body.data), sight: sight, parsed: body, examine)
  }
}
