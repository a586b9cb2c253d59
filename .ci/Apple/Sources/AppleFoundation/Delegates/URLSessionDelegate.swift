public import Foundation

/// Who hears of a session.
///
/// Every method of the delegates is optional on Apple's platforms, and has a default here.
public protocol URLSessionDelegate: NSObjectProtocol, Sendable {
  /// The session performs nothing any more.
  func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?)
}

extension URLSessionDelegate {
  /// Nothing is to be done.
  public func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {}
}
