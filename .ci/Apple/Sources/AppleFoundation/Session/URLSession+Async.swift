public import Foundation
public import FoundationNetworking

/// The asynchronous functions. The task is resumed in the caller's, whose task-locals are visible.
extension URLSession {
  /// The data at an address.
  public func data(
    from url: URL, delegate: (any URLSessionTaskDelegate)? = nil
  ) async throws -> (Data, URLResponse) {
    try await data(for: URLRequest(url: url), delegate: delegate)
  }

  /// The data that a request is answered with.
  public func data(
    for request: URLRequest, delegate: (any URLSessionTaskDelegate)? = nil
  ) async throws -> (Data, URLResponse) {
    try await perform(for: delegate) {
      dataTask(with: request, completionHandler: $0)
    }
  }

  /// Sends data and returns what it is answered with.
  public func upload(
    for request: URLRequest, from bodyData: Data,
    delegate: (any URLSessionTaskDelegate)? = nil
  ) async throws -> (Data, URLResponse) {
    try await perform(for: delegate) {
      uploadTask(with: request, from: bodyData, completionHandler: $0)
    }
  }

  /// Sends a file and returns what it is answered with.
  public func upload(
    for request: URLRequest, fromFile fileURL: URL,
    delegate: (any URLSessionTaskDelegate)? = nil
  ) async throws -> (Data, URLResponse) {
    try await perform(for: delegate) {
      uploadTask(with: request, fromFile: fileURL, completionHandler: $0)
    }
  }

  /// The file at an address, which is the caller's to delete.
  public func download(
    from url: URL, delegate: (any URLSessionTaskDelegate)? = nil
  ) async throws -> (URL, URLResponse) {
    try await download(for: URLRequest(url: url), delegate: delegate)
  }

  /// The file that a request is answered with, which is the caller's to delete.
  public func download(
    for request: URLRequest, delegate: (any URLSessionTaskDelegate)? = nil
  ) async throws -> (URL, URLResponse) {
    try await perform(for: delegate) { handler in
      downloadTask(with: request) { file, response, error in
        handler(file.map(TemporaryFile.kept), response, error)
      }
    }
  }

  private func perform<Content: Sendable>(
    for delegate: (any URLSessionTaskDelegate)?,
    _ make: (@escaping @Sendable (Content?, URLResponse?, (any Error)?) -> Void) -> URLSessionTask
  ) async throws -> (Content, URLResponse) {
    let cancellation = Cancellation()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let task = make { content, response, error in
          if let error {
            continuation.resume(throwing: error)
          } else if let content, let response {
            continuation.resume(returning: (content, response))
          } else {
            continuation.resume(throwing: URLError(.badServerResponse))
          }
        }
        task.delegate = delegate
        cancellation.cover(task)
        task.resume()
      }
    } onCancel: {
      cancellation.happen()
    }
  }
}
