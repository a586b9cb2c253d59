package import Foundation

extension URLError {
  private static let brokenResponseKey = "StubKitBrokenResponse"

  /// The error with the message that the platform has for it.
  static func described(_ code: Code) -> URLError { URLError(code, code.sentence) }

  /// The error of a response that cannot be given as it was written: a mistake in the test.
  ///
  /// An app may take it for any other error. The mark distinguishes it from an error that the test asked
  /// for.
  package static func brokenResponse(_ code: Code, _ reason: String) -> URLError {
    URLError(code, reason).asBrokenResponse
  }

  package var asBrokenResponse: URLError {
    var userInfo = errorUserInfo
    userInfo[Self.brokenResponseKey] = true
    return URLError(code, userInfo: userInfo)
  }

  var isOfBrokenResponse: Bool { errorUserInfo[Self.brokenResponseKey] != nil }
}
