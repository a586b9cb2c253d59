import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A session's delegate, which tells errands what their tasks are told.
final class SoakDelegate: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  // Unchecked: everything mutable is behind the lock.

  private let lock = NSLock()
  private var errands: [Int: Errand] = [:]
  /// The tasks of the last errands, oldest first.
  private var recent: [Int] = []

  func expect(_ errand: Errand, from task: URLSessionTask) {
    lock.withLock {
      errands[task.taskIdentifier] = errand
      recent.append(task.taskIdentifier)
      // Ended errands are kept for a while, so that a second ending would be told to them, too.
      if recent.count > 64 { errands[recent.removeFirst()] = nil }
    }
  }

  private func errand(of task: URLSessionTask) -> Errand? {
    lock.withLock { errands[task.taskIdentifier] }
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    errand(of: dataTask)?.receive(status: (response as? HTTPURLResponse)?.statusCode)
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    errand(of: dataTask)?.receive(data)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    errand(of: task)?.end(nil, nil, error)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(errand(of: task)?.kind == .refused ? nil : request)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler:
      @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    completionHandler(
      .useCredential, URLCredential(user: "ada", password: "secret", persistence: .none))
  }
}
