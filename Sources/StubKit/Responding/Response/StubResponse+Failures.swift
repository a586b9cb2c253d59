public import Foundation

extension StubResponse {
  /// Fails with this kind of `URLError`, described as the platform would.
  public static func failure(_ code: URLError.Code) -> StubResponse {
    StubResponse(.failure(URLError(code, code.sentence)))
  }

  /// Fails with this error.
  public static func failure(_ error: any Error & Sendable) -> StubResponse {
    StubResponse(.failure(error))
  }

  /// Never answers: the request ends when it times out or is cancelled.
  public static let hang = StubResponse(.hang)

  /// Lets the request go out as if there were no stub.
  public static let passThrough = StubResponse(.passThrough)
}
