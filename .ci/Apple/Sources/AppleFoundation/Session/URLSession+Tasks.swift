public import Foundation
public import FoundationNetworking

/// Tasks of every kind, with a delegate or a completion handler.
extension URLSession {
  /// Makes a task for an address.
  public func dataTask(with url: URL) -> URLSessionDataTask {
    dataTask(with: URLRequest(url: url))
  }

  /// Makes a task for a request.
  public func dataTask(with request: URLRequest) -> URLSessionDataTask {
    URLSessionDataTask(request, in: self, handler: nil)
  }

  /// Makes a task for an address whose end the handler hears of.
  public func dataTask(
    with url: URL,
    completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionDataTask {
    dataTask(with: URLRequest(url: url), completionHandler: completionHandler)
  }

  /// Makes a task for a request whose end the handler hears of.
  public func dataTask(
    with request: URLRequest,
    completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionDataTask {
    URLSessionDataTask(request, in: self, handler: .data(completionHandler))
  }

  /// Makes a task that sends data.
  public func uploadTask(with request: URLRequest, from bodyData: Data) -> URLSessionUploadTask {
    URLSessionUploadTask(request, body: .data(bodyData), in: self, handler: nil)
  }

  /// Makes a task that sends a file.
  public func uploadTask(with request: URLRequest, fromFile fileURL: URL) -> URLSessionUploadTask {
    URLSessionUploadTask(request, body: .file(fileURL), in: self, handler: nil)
  }

  /// Makes a task that sends a stream, for which the delegate is asked.
  public func uploadTask(withStreamedRequest request: URLRequest) -> URLSessionUploadTask {
    URLSessionUploadTask(request, body: .delegate, in: self, handler: nil)
  }

  /// Makes a task that sends data, whose end the handler hears of.
  public func uploadTask(
    with request: URLRequest, from bodyData: Data?,
    completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionUploadTask {
    URLSessionUploadTask(
      request, body: bodyData.map(TaskBody.data) ?? .ofRequest, in: self,
      handler: .data(completionHandler))
  }

  /// Makes a task that sends a file, whose end the handler hears of.
  public func uploadTask(
    with request: URLRequest, fromFile fileURL: URL,
    completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionUploadTask {
    URLSessionUploadTask(
      request, body: .file(fileURL), in: self, handler: .data(completionHandler))
  }

  /// Makes a task whose response comes as a file.
  public func downloadTask(with url: URL) -> URLSessionDownloadTask {
    downloadTask(with: URLRequest(url: url))
  }

  /// Makes a task whose response comes as a file.
  public func downloadTask(with request: URLRequest) -> URLSessionDownloadTask {
    URLSessionDownloadTask(request, in: self, handler: nil)
  }

  /// Makes a task whose response comes as a file, which is gone when the handler returns.
  public func downloadTask(
    with url: URL,
    completionHandler: @escaping @Sendable (URL?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionDownloadTask {
    downloadTask(with: URLRequest(url: url), completionHandler: completionHandler)
  }

  /// Makes a task whose response comes as a file, which is gone when the handler returns.
  public func downloadTask(
    with request: URLRequest,
    completionHandler: @escaping @Sendable (URL?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionDownloadTask {
    URLSessionDownloadTask(request, in: self, handler: .file(completionHandler))
  }

  /// Makes a task that opens a WebSocket.
  public func webSocketTask(with url: URL) -> URLSessionWebSocketTask {
    webSocketTask(with: URLRequest(url: url))
  }

  /// Makes a task that opens a WebSocket.
  public func webSocketTask(with request: URLRequest) -> URLSessionWebSocketTask {
    URLSessionWebSocketTask(
      URLSessionWebSocketTask.handshake(request), in: self, handler: nil)
  }
}
