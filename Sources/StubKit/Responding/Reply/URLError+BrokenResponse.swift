package import Foundation

extension URLError {
  private static let brokenResponseKey = "StubKitBrokenResponse"

  /// The error of a response that cannot be given as it was written: a mistake in the test.
  ///
  /// The client sees an error like any other, and an app may well take it for one. The mark tells it
  /// from an error that the test asked for.
  package static func brokenResponse(_ code: Code, _ reason: String) -> URLError {
    URLError(code, reason).asBrokenResponse
  }

  /// The same error with the mark.
  var asBrokenResponse: URLError {
    var userInfo = errorUserInfo
    userInfo[Self.brokenResponseKey] = true
    return URLError(code, userInfo: userInfo)
  }

  /// Whether it says why a response cannot be given.
  var isOfBrokenResponse: Bool { errorUserInfo[Self.brokenResponseKey] != nil }
}
