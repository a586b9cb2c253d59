package import Foundation

extension URLError {
  // Foundation's constant is deprecated, but some code still reads this key.
  private static let failingURLStringKey = "NSErrorFailingURLStringKey"

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

  /// Adds the URL the error is about, unless the error already has one.
  func failing(_ url: URL?) -> URLError {
    guard let url, errorUserInfo[NSURLErrorFailingURLErrorKey] == nil else { return self }
    return naming(url)
  }

  func saying(_ message: String) -> URLError {
    var userInfo = errorUserInfo
    userInfo[NSLocalizedDescriptionKey] = message
    return URLError(code, userInfo: userInfo)
  }

  func naming(_ url: URL) -> URLError {
    var userInfo = errorUserInfo
    userInfo[NSURLErrorFailingURLErrorKey] = url
    userInfo[Self.failingURLStringKey] = url.absoluteString
    return URLError(code, userInfo: userInfo)
  }
}
