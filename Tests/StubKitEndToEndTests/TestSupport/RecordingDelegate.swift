import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A session delegate that writes down what it is told and can be waited for.
final class RecordingDelegate: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  // Unchecked: everything mutable is behind the lock.

  struct Record: Sendable {
    var responses: [HTTPURLResponse] = []
    var chunks: [Data] = []
    var sent: [(added: Int64, total: Int64, expected: Int64)] = []
    var redirects: [(status: Int, request: URLRequest)] = []
    var challenges: [(method: String, failures: Int)] = []
    var completions: [(any Error)?] = []
    var queues: [OperationQueue?] = []

    var body: Data { chunks.reduce(into: Data()) { $0.append($1) } }
  }

  /// What to do with a redirect; nil follows it.
  let onRedirect: (@Sendable (URLRequest) -> URLRequest?)?
  /// What to do with an authentication challenge.
  let onChallenge:
    (
      @Sendable (URLAuthenticationChallenge) -> (
        URLSession.AuthChallengeDisposition, URLCredential?
      )
    )?
  /// The body for a task that asks for a stream.
  let stream: (@Sendable () -> InputStream)?

  private let lock = NSLock()
  private var record = Record()
  private var waiting: [CheckedContinuation<Record, Never>] = []

  init(
    onRedirect: (@Sendable (URLRequest) -> URLRequest?)? = nil,
    onChallenge: (
      @Sendable (URLAuthenticationChallenge) -> (
        URLSession.AuthChallengeDisposition, URLCredential?
      )
    )? = nil,
    stream: (@Sendable () -> InputStream)? = nil
  ) {
    self.onRedirect = onRedirect
    self.onChallenge = onChallenge
    self.stream = stream
  }

  /// What has been told so far.
  var soFar: Record { lock.withLock { record } }

  /// What was told until the task completed.
  var outcome: Record {
    get async {
      await withCheckedContinuation { continuation in
        let done: Record? = lock.withLock {
          if !record.completions.isEmpty { return record }
          waiting.append(continuation)
          return nil
        }
        if let done { continuation.resume(returning: done) }
      }
    }
  }

  private func write(_ change: (inout Record) -> Void) {
    lock.withLock { change(&record) }
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    write { record in
      if let response = response as? HTTPURLResponse { record.responses.append(response) }
      record.queues.append(OperationQueue.current)
    }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    write { $0.chunks.append(data) }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let (waiting, record): ([CheckedContinuation<Record, Never>], Record) = lock.withLock {
      self.record.completions.append(error)
      defer { self.waiting = [] }
      return (self.waiting, self.record)
    }
    for continuation in waiting { continuation.resume(returning: record) }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    write { $0.redirects.append((response.statusCode, request)) }
    completionHandler(onRedirect.map { $0(request) } ?? request)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler:
      @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    write {
      $0.challenges.append(
        (challenge.protectionSpace.authenticationMethod, challenge.previousFailureCount))
    }
    let (disposition, credential) = onChallenge?(challenge) ?? (.performDefaultHandling, nil)
    completionHandler(disposition, credential)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64,
    totalBytesSent: Int64, totalBytesExpectedToSend: Int64
  ) {
    write { $0.sent.append((bytesSent, totalBytesSent, totalBytesExpectedToSend)) }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
  ) {
    completionHandler(stream?())
  }
}
