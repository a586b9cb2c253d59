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
  /// Why there is no response, or why it broke off, as `_error` has it; nil if it is complete.
  package var failure: String?
  package var start: Date
  package var wait = Duration.zero
  package var receive = Duration.zero

  package var comment: String?
  /// How many bytes of the response body are no longer available.
  package internal(set) var missing = 0
  /// Whether the body is left out of the archive; it is kept here to find secrets in it.
  var hidesBody = false
  /// The size of a request body left out of the archive; its bytes are kept to find secrets in.
  package internal(set) var missingOfRequest = 0

  package init(method: String, url: String?, headers: StubHeaders, body: Data?, start: Date) {
    self.method = method
    self.url = String((url ?? "").prefix { $0 != "#" })
    (requestHeaders, requestBody) = (headers, body ?? Data())
    self.start = start
    Self.undoContentCoding(of: &requestBody, in: &requestHeaders)
  }

  package mutating func answer(_ status: Int, _ headers: StubHeaders, _ body: Data) {
    (self.status, responseHeaders, self.body) = (status, headers, body)
    Self.undoContentCoding(of: &self.body, in: &responseHeaders)
  }

  /// Notes the error as a domain and a code, since its message may contain anything.
  package mutating func fail(with error: any Error) {
    failure = "\(Self.errorDomain) \(((error as? URLError)?.code ?? .unknown).rawValue)"
  }

  package static let errorDomain = "NSURLErrorDomain"

  /// Contains secrets until they are redacted.
  package var title: String { "\(method) \(url.shortened(to: 200))".withVisibleControls }

  /// Why a reader cannot decompress the body as its header says; nil if it can.
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

  /// Unpacks gzip, which cannot be redacted or read in a diff; a damaged body stays as it is.
  private static func undoContentCoding(of body: inout Data, in headers: inout StubHeaders) {
    guard ContentCoding.isGzip(body) else { return }
    var (decoded, newHeaders) = (body, headers)
    guard (try? newHeaders.undoContentCoding(of: &decoded)) != nil, decoded != body else { return }
    (body, headers) = (decoded, newHeaders)
  }
}
