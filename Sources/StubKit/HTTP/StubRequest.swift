public import Foundation

/// A snapshot of an intercepted request, including its body.
///
/// Response closures receive snapshots, and `Stub.requests` returns those of the stub's requests:
///
/// ```swift
/// stub(condition: isPathTemplate("/users/{id}")) { request in
///   .json(["id": .string(request.pathParameters["id"] ?? "")])
/// }
/// ```
public struct StubRequest: Sendable {
  /// The request as the session made it.
  public let urlRequest: URLRequest
  /// The whole body, whether from data, a stream, an upload or a file; nil if there is none.
  public let body: Data?
  /// The path parameters that `isPathTemplate` captured, by name.
  public let pathParameters: [String: String]
  /// The parsed forms of the body; nil in a request that is kept for long.
  private(set) var parsedBody: ParsedBody?

  init(_ urlRequest: URLRequest, body: Data?, pathParameters: [String: String] = [:]) {
    self.urlRequest = urlRequest
    self.body = body
    self.pathParameters = pathParameters
  }

  func with(_ parsedBody: ParsedBody?) -> StubRequest {
    var request = self
    request.parsedBody = parsedBody
    return request
  }

  var readOnce: StubRequest { parsedBody == nil ? with(body.map(ParsedBody.init)) : self }

  /// Makes a snapshot of a request and its `httpBody`; a body stream is not read.
  public init(_ urlRequest: URLRequest) { self.init(urlRequest, body: urlRequest.httpBody) }

  /// The request's URL, or nil if it has none.
  public var url: URL? { urlRequest.url }

  /// The request's method; `GET` if it names none.
  public var method: Method { Method(rawValue: urlRequest.httpMethod ?? "GET") }

  /// The request's header fields.
  public var headers: StubHeaders { StubHeaders(urlRequest.allHTTPHeaderFields ?? [:]) }

  /// The URL's host, decoded; nil if it has none, or one that cannot be decoded.
  public var host: String? { ScannedURL.scanning(url) { $0.host } }

  /// The URL's path, decoded as in `URL.path`; one that cannot be decoded stays encoded.
  public var path: String { ScannedURL.scanning(url) { $0.path } }

  /// The URL's query items, decoded; empty if it has no query.
  public var queryItems: [URLQueryItem] { ScannedURL.scanning(url) { $0.queryItems } }

  /// Unavailable, because a query may have several items of the same name.
  @available(
    *, unavailable,
    message: "write queryItems, as in queryItems.first { $0.name == \"page\" }?.value"
  )
  public var query: [String: String] { [:] }

  /// Passes a probe of the request to `decide`; by default no user closure runs.
  func examine<Result>(
    at sight: RequestProbe.Sight = .quiet, _ decide: (RequestProbe) -> Result
  ) -> Result {
    RequestProbe.examining(urlRequest, body: .seen(body), sight: sight, parsed: parsedBody, decide)
  }
}

// The names of `URLRequest`, so that code that was written for one compiles.
extension StubRequest {
  /// The method's name.
  public var httpMethod: String { method.rawValue }
  /// The whole body, even where `URLRequest.httpBody` is nil because of a stream or an upload.
  public var httpBody: Data? { body }
  /// The header fields as a dictionary.
  public var allHTTPHeaderFields: [String: String] { headers.dictionary }
  /// The value of a header field; the case of its name does not matter.
  public func value(forHTTPHeaderField field: String) -> String? { headers[field] }
}

extension StubRequest: CustomStringConvertible {
  /// The method and the URL, with secrets hidden and control characters escaped.
  public var description: String { "\(method) \(shownAddress ?? "(no URL)")".withVisibleControls }

  /// The method and the URL without any redaction, for a request that is redacted already.
  var line: String { "\(method) \(url?.absoluteString ?? "(no URL)")".withVisibleControls }

  package var shownAddress: String? {
    (url?.absoluteString).map { Discretion.here.shown($0, of: self, isAddress: true) }
  }
}

extension StubRequest {
  /// An HTTP method: a common one, or any other by its name.
  ///
  /// ```swift
  /// let method: StubRequest.Method = "PROPFIND"
  /// method == .get   // false
  /// ```
  /// Methods are case-sensitive, as in HTTP; `URLRequest` uppercases `get` and `post`, not `patch`.
  public struct Method: RawRepresentable, Hashable, Sendable {
    /// The method's name as in the request line.
    public let rawValue: String

    /// Makes a method from its name, which is used unchanged.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The method `GET`.
    public static let get = Method(rawValue: "GET")
    /// The method `HEAD`.
    public static let head = Method(rawValue: "HEAD")
    /// The method `POST`.
    public static let post = Method(rawValue: "POST")
    /// The method `PUT`.
    public static let put = Method(rawValue: "PUT")
    /// The method `PATCH`.
    public static let patch = Method(rawValue: "PATCH")
    /// The method `DELETE`.
    public static let delete = Method(rawValue: "DELETE")
    /// The method `OPTIONS`.
    public static let options = Method(rawValue: "OPTIONS")
    /// The method `TRACE`.
    public static let trace = Method(rawValue: "TRACE")
    /// The method `CONNECT`.
    public static let connect = Method(rawValue: "CONNECT")
  }
}

extension StubRequest.Method: ExpressibleByStringLiteral {
  /// Makes a method from its name, which is used unchanged.
  public init(stringLiteral value: String) { self.init(rawValue: value) }
}

extension StubRequest.Method: CustomStringConvertible {
  /// The method's name, with control characters escaped.
  public var description: String { rawValue.withVisibleControls }
}
