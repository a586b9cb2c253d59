import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// An exchange on its way into a recording: what can hold a secret, in the form it is written in.
struct RecordedExchange: Sendable {
  var method: String
  var url: String
  var requestHeaders: StubHeaders
  var requestBody: Data
  /// The status; 0 if there was no response.
  var status: Int
  var responseHeaders: StubHeaders
  var body: Data
  /// Why there was no response.
  var failure: String?
  var start: Date
  var wait: Duration
  var receive: Duration

  init(_ exchange: ForwardedExchange) {
    method = exchange.request.httpMethod ?? "GET"
    url = String((exchange.request.url?.absoluteString ?? "").prefix { $0 != "#" })
    requestHeaders = StubHeaders(exchange.request.allHTTPHeaderFields ?? [:])
    requestBody = exchange.requestBody ?? Data()
    start = exchange.start
    (wait, receive) = exchange.phases
    if let error = exchange.error {
      (status, responseHeaders, body) = (0, [:], Data())
      // Not the error's text, which can have anything in it.
      failure = HARFailure.text(for: (error as? URLError)?.code ?? .unknown)
    } else {
      status = exchange.response?.status ?? 0
      responseHeaders = exchange.response?.headers ?? [:]
      body = exchange.body
    }
    // What is compressed could not be redacted, nor read in a diff. It stays if it is damaged.
    Self.undoContentCoding(of: &requestBody, in: &requestHeaders)
    Self.undoContentCoding(of: &body, in: &responseHeaders)
  }

  private static func undoContentCoding(of body: inout Data, in headers: inout StubHeaders) {
    guard ContentCoding.isGzip(body) else { return }
    var (decoded, newHeaders) = (body, headers)
    guard (try? newHeaders.undoContentCoding(of: &decoded)) != nil, decoded != body else { return }
    (body, headers) = (decoded, newHeaders)
  }
}
