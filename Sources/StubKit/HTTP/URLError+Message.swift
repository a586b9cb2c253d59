package import Foundation

extension URLError {
  // The constant of this name is deprecated, but code that reads the key by hand is still about.
  private static let failingURLStringKey = "NSErrorFailingURLStringKey"

  /// An error whose `localizedDescription` is the whole message.
  package init(_ code: Code, _ message: String, url: URL? = nil) {
    var userInfo: [String: Any] = [
      NSLocalizedDescriptionKey: message.linesWithVisibleControls
    ]
    if let url {
      userInfo[NSURLErrorFailingURLErrorKey] = url
      userInfo[Self.failingURLStringKey] = url.absoluteString
    }
    self.init(code, userInfo: userInfo)
  }

  /// The same error with the URL it is about, unless it names one already.
  func failing(_ url: URL?) -> URLError {
    guard let url, errorUserInfo[NSURLErrorFailingURLErrorKey] == nil else { return self }
    return naming(url)
  }

  /// The same error with another message.
  func saying(_ message: String) -> URLError {
    var userInfo = errorUserInfo
    userInfo[NSLocalizedDescriptionKey] = message
    return URLError(code, userInfo: userInfo)
  }

  /// The same error, about another URL.
  func naming(_ url: URL) -> URLError {
    var userInfo = errorUserInfo
    userInfo[NSURLErrorFailingURLErrorKey] = url
    userInfo[Self.failingURLStringKey] = url.absoluteString
    return URLError(code, userInfo: userInfo)
  }
}
