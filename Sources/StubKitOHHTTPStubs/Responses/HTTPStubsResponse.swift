public import Foundation
import StubKit

/// The response to a request.
///
/// As in OHHTTPStubs, this is an object whose properties can be changed until it is returned.
@available(
  *, deprecated, message: "Return a StubResponse: .json(…), .data(…), .file(…), .failure(…)."
)
open class HTTPStubsResponse: NSObject {
  /// The header fields.
  @available(*, deprecated, message: "Write .with(header: \"…\", value: \"…\").")
  public var httpHeaders: [AnyHashable: Any]?
  /// The status code.
  @available(*, deprecated, message: "Write .with(status: 404).")
  public var statusCode: Int32 = 0
  /// The size of the body.
  @available(*, deprecated, message: "StubKit knows how long a body is.")
  public var dataSize: UInt64 = 0
  /// The seconds before the response's head is sent.
  @available(*, deprecated, message: "Write .delayed(by: .seconds(1)).")
  public var requestTime: TimeInterval = 0
  /// The seconds that the body takes; a negative number is a speed in kilobytes a second.
  @available(*, deprecated, message: "Write .throttled(bytesPerSecond: 7_000).")
  public var responseTime: TimeInterval = 0
  /// The error that the request fails with.
  @available(*, deprecated, message: "Write .failure(error).")
  public var error: (any Error)?

  var source = BodySource.none
  /// The header fields of a saved message; several fields may have the same name.
  var messageHeaders: StubHeaders = [:]
  /// The error for a mistake in the test; the request fails with it in place of an answer.
  var problem: (any Error)?

  /// Makes an empty response.
  @available(*, deprecated, message: "Write .status(200).")
  public override init() {}

  /// Answers with the contents of a stream.
  @available(*, deprecated, message: "Write .data(data, status: 404, headers: [\"…\": \"…\"]).")
  public init(
    inputStream: InputStream, dataSize: UInt64, statusCode: Int32, headers: [AnyHashable: Any]?
  ) {
    super.init()
    source = .stream(SharedStream(inputStream))
    begin(with: dataSize, statusCode, headers)
  }

  /// Fails the request with an error.
  @available(*, deprecated, message: "Write .failure(error).")
  public init(error: any Error) {
    super.init()
    self.error = error
  }

  /// The stream from which the body is read.
  @available(*, deprecated, message: "Write .data(data), .file(url) or .stream(…).")
  public var inputStream: InputStream? {
    get { source.stream }
    set { source = newValue.map { .stream(SharedStream($0)) } ?? .none }
  }

  /// Sets the seconds that the body takes; a negative number is a speed in kilobytes a second.
  @available(*, deprecated, message: "Write .requestTime(0, responseTime: 5).")
  @discardableResult
  public func responseTime(_ responseTime: TimeInterval) -> Self {
    self.responseTime = responseTime
    return self
  }

  /// Sets the seconds before the head, and the seconds that the body takes.
  @available(*, deprecated, message: "StubResponse has a method of the same name.")
  @discardableResult
  public func requestTime(_ requestTime: TimeInterval, responseTime: TimeInterval) -> Self {
    self.requestTime = requestTime
    self.responseTime = responseTime
    return self
  }

  /// Sets size, status and headers, and adds a `Content-Length` unless the headers have one.
  func begin(with dataSize: UInt64, _ statusCode: Int32, _ headers: [AnyHashable: Any]?) {
    self.dataSize = dataSize
    self.statusCode = statusCode
    httpHeaders = Self.headers(headers, orOwn: "Content-Length", "\(dataSize)")
  }

  static func headers(
    _ headers: [AnyHashable: Any]?, orOwn name: String, _ value: String
  ) -> [AnyHashable: Any] {
    let given = headers ?? [:]
    let isGiven = given.keys.contains { "\($0)".lowercased() == name.lowercased() }
    return isGiven ? given : given.merging([name: value]) { $1 }
  }
}
