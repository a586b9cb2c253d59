package import Foundation

/// An exchange on its way into an archive: what can hold a secret, in the form it is written in.
package struct RecordedExchange: Sendable {
  package var method: String
  package var url: String
  var requestHeaders: StubHeaders
  var requestBody: Data
  /// The status; 0 if there was no response.
  var status: Int
  var responseHeaders: StubHeaders
  var body: Data
  /// Why there was no response.
  package var failure: String?
  package var start: Date
  package var wait: Duration
  package var receive: Duration

  /// What there is to say of it in words, for whoever reads the file.
  var comment: String?
  /// How many bytes the body had that are not known any more.
  var missing = 0
  /// Whether the body is not written; what is here of it may tell secrets.
  var hidesBody = false
  /// How many bytes the request's body has if it is not written; what is here of it may tell secrets.
  var missingOfRequest = 0

  /// A request that nobody has answered yet.
  package init(method: String, url: String?, headers: StubHeaders, body: Data?, start: Date) {
    self.method = method
    self.url = String((url ?? "").prefix { $0 != "#" })
    (requestHeaders, requestBody) = (headers, body ?? Data())
    (status, responseHeaders, self.body) = (0, [:], Data())
    self.start = start
    (wait, receive) = (.zero, .zero)
    // What is compressed could not be redacted, nor read in a diff. It stays if it is damaged.
    Self.undoContentCoding(of: &requestBody, in: &requestHeaders)
  }

  /// Adds the answer.
  package mutating func answer(_ status: Int, _ headers: StubHeaders, _ body: Data) {
    (self.status, responseHeaders, self.body) = (status, headers, body)
    Self.undoContentCoding(of: &self.body, in: &responseHeaders)
  }

  /// The request as messages name it; without secrets only if they have been taken out.
  package var title: String { "\(method) \(url.shortened(to: 200))".withVisibleControls }

  /// Why nobody could read the body if it was written: it is not compressed as its header says.
  var damage: String? {
    guard !hidesBody else { return nil }
    var (body, headers) = (body, responseHeaders)
    do {
      try headers.undoContentCoding(of: &body)
      return nil
    } catch {
      return "the compressed body cannot be read: \(error)"
    }
  }

  private static func undoContentCoding(of body: inout Data, in headers: inout StubHeaders) {
    guard ContentCoding.isGzip(body) else { return }
    var (decoded, newHeaders) = (body, headers)
    guard (try? newHeaders.undoContentCoding(of: &decoded)) != nil, decoded != body else { return }
    (body, headers) = (decoded, newHeaders)
  }
}
