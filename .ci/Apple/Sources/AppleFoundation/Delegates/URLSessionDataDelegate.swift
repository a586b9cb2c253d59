public import Foundation
public import FoundationNetworking

/// Who hears of data and upload tasks.
public protocol URLSessionDataDelegate: URLSessionTaskDelegate {
  /// Decides what becomes of a response, whose head has come.
  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void)

  /// Hears of a piece of the body.
  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data)
}

extension URLSessionDataDelegate {
  /// Lets the response come.
  public func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    completionHandler(.allow)
  }

  /// Does nothing about it.
  public func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data
  ) {}
}
