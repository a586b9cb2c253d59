public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// A snapshot of an intercepted request, its body already read.
///
/// A response closure is given one, and a `Stub` remembers those it answered:
///
/// ```swift
/// stub(condition: isPathTemplate("/users/{id}")) { request in
///   .json(["id": .string(request.pathParameters["id"] ?? "")])
/// }
/// ```
public struct StubRequest: Sendable {
  /// The request as the session made it.
  public let urlRequest: URLRequest
  /// The whole body, wherever it came from (data, stream, upload or file), or nil.
  public let body: Data?
  /// What `isPathTemplate` captured, by name.
  public let pathParameters: [String: String]
  /// What has been read from the body, kept as long as the request is being decided on.
  private(set) var parsedBody: ParsedBody?

  init(_ urlRequest: URLRequest, body: Data?, pathParameters: [String: String] = [:]) {
    self.urlRequest = urlRequest
    self.body = body
    self.pathParameters = pathParameters
  }

  /// The same request with what has been read from its body, or without it, to be kept for long.
  func with(_ parsedBody: ParsedBody?) -> StubRequest {
    var request = self
    request.parsedBody = parsedBody
    return request
  }

  /// The same request, from whose body each form is read once.
  var readOnce: StubRequest {
    parsedBody == nil ? with(body.map(ParsedBody.init)) : self
  }

  /// Makes a snapshot of a request and its `httpBody`.
  ///
  /// A body that is only a stream is not read, since reading would use it up.
  public init(_ urlRequest: URLRequest) {
    self.init(urlRequest, body: urlRequest.httpBody)
  }

  /// The request's URL, or nil if it has none.
  public var url: URL? { urlRequest.url }

  /// The request's method; `GET` if it names none.
  public var method: Method { Method(rawValue: urlRequest.httpMethod ?? "GET") }

  /// The request's header fields.
  public var headers: StubHeaders { StubHeaders(urlRequest.allHTTPHeaderFields ?? [:]) }

  /// The URL's host, decoded, or nil if it has none.
  public var host: String? { ScannedURL.scanning(url) { $0.host } }

  /// The URL's path, decoded, as `URL.path` has it.
  public var path: String { ScannedURL.scanning(url) { $0.path } }

  /// The URL's query items, decoded; empty if it has no query.
  public var queryItems: [URLQueryItem] { ScannedURL.scanning(url) { $0.queryItems } }

  /// A query may have several items of one name.
  @available(
    *, unavailable,
    message: "write queryItems, as in queryItems.first { $0.name == \"page\" }?.value"
  )
  public var query: [String: String] { [:] }

  /// Hands the request to `decide` as the matchers see it, without running what a user wrote.
  func examine<Result>(
    at sight: RequestProbe.Sight = .quiet, _ decide: (RequestProbe) -> Result
  ) -> Result {
    RequestProbe.examining(
      urlRequest, body: .seen(body), sight: sight, parsed: parsedBody, decide)
  }
}

/// The names that `URLRequest` has for the same things.
extension StubRequest {
  /// The method's name.
  public var httpMethod: String { method.rawValue }
  /// The whole body, also where `URLRequest.httpBody` would be nil for a stream or an upload.
  public var httpBody: Data? { body }
  /// The header fields as a dictionary.
  public var allHTTPHeaderFields: [String: String] { headers.dictionary }
}

extension StubRequest: CustomStringConvertible {
  /// The method and the URL, with anything escaped that cannot be seen, and without secrets.
  public var description: String {
    "\(method) \(shownAddress ?? "(no URL)")".withVisibleControls
  }

  /// The method and the URL of a request that may be shown as it is.
  var line: String { "\(method) \(url?.absoluteString ?? "(no URL)")".withVisibleControls }

  /// The address as it is shown.
  package var shownAddress: String? {
    (url?.absoluteString).map { Discretion.here.shown(address: $0, of: self) }
  }
}
