package import Foundation

package struct RecordedExchange: Sendable {
  package var method: String
  package var url: String
  package internal(set) var requestHeaders: StubHeaders
  package internal(set) var requestBody: Data
  /// 0 if there was no response.
  var status = 0
  package internal(set) var responseHeaders: StubHeaders = [:]
  package internal(set) var body = Data()
  /// Why the response is missing or broke off, for `_error`; nil if it is complete.
  package var failure: String?
  package var start: Date
  package var wait = Duration.zero
  package var receive = Duration.zero

  package var comment: String?
  /// How many bytes of the response's body the archive lacks.
  package internal(set) var missing = 0
  /// Whether the archive leaves out `body`, which then serves only to find secrets.
  var hidesBody = false
  /// The size of a request's body that the archive leaves out; 0 if the archive has it.
  package internal(set) var missingOfRequest = 0

  package init(method: String, url: String?, headers: StubHeaders, body: Data?, start: Date) {
    self.method = method
    self.url = String((url ?? "").prefix { $0 != "#" })
    (requestHeaders, requestBody) = (headers, body ?? Data())
    self.start = start
    Self.undoContentCoding(of: &requestBody, in: &requestHeaders)
  }

  /// Sets the response; the network's body is decoded already, so if it is gzip, it is a file.
  package mutating func answer(
    _ status: Int, _ headers: StubHeaders, _ body: Data, isOfNetwork: Bool = false
  ) {
    (self.status, responseHeaders, self.body) = (status, headers, body)
    if !isOfNetwork {
      Self.undoContentCoding(of: &self.body, in: &responseHeaders)
    } else if !body.isEmpty, responseHeaders.contains("Content-Encoding") {
      responseHeaders.removeBodyFields()
    }
  }

  /// Keeps only a code, since the message of an error may contain secrets.
  package mutating func fail(with error: any Error) {
    failure = "\(Self.errorDomain) \((URLError.code(of: error) ?? .unknown).rawValue)"
  }

  package static let errorDomain = "NSURLErrorDomain"
  package static let pending = "pending"

  /// Contains secrets until the exchange is redacted.
  package var title: String { "\(method) \(url.shortened(to: 200))".withVisibleControls }

  /// Why a reader of the archive cannot decompress the body as its header says; nil if it can.
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

  /// Gzip cannot be redacted, or read in a diff; a damaged body stays as it is.
  private static func undoContentCoding(of body: inout Data, in headers: inout StubHeaders) {
    guard ContentCoding.isGzip(body) else { return }
    var (decoded, newHeaders) = (body, headers)
    guard (try? newHeaders.undoContentCoding(of: &decoded)) != nil, decoded != body else { return }
    (body, headers) = (decoded, newHeaders)
  }
}
