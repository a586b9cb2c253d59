import Foundation
import FoundationNetworking

/// Who hears what becomes of a task: its completion handler, or the delegates, on their queue.
struct Audience: Sendable {
  private let task: URLSessionTask
  private let handler: TaskHandler?

  init(of task: URLSessionTask, handler: TaskHandler?) {
    self.task = task
    self.handler = handler
  }

  private var session: URLSession { task.session }

  private var delegate: (any URLSessionTaskDelegate)? {
    task.delegate ?? session.delegate as? any URLSessionTaskDelegate
  }

  /// Who hears of head and body piece by piece; nobody if there is a completion handler.
  private var dataDelegate: (any URLSessionDataDelegate)? {
    guard handler == nil else { return nil }
    return task.delegate as? any URLSessionDataDelegate
      ?? session.delegate as? any URLSessionDataDelegate
  }

  /// Whether the body is handed over piece by piece, so that nobody has to keep it.
  var wantsPieces: Bool { handler == nil && task is URLSessionDataTask }

  private func onQueue(_ block: @escaping @Sendable () -> Void) {
    session.delegateQueue.addOperation(block)
  }
}

/// What the delegate is asked.
extension Audience {
  func askForStream(then go: @escaping @Sendable (InputStream?) -> Void) {
    guard let delegate else { return go(nil) }
    onQueue { delegate.urlSession(session, task: task, needNewBodyStream: go) }
  }

  func ask(
    about response: HTTPURLResponse, leadingTo request: URLRequest,
    then go: @escaping @Sendable (URLRequest?) -> Void
  ) {
    guard let delegate else { return go(request) }
    onQueue {
      delegate.urlSession(
        session, task: task, willPerformHTTPRedirection: response, newRequest: request,
        completionHandler: go)
    }
  }

  func ask(
    about challenge: URLAuthenticationChallenge,
    then go: @escaping LoadingEvent.ChallengeAnswer
  ) {
    guard let delegate else { return go(.performDefaultHandling, nil) }
    onQueue {
      delegate.urlSession(
        session, task: task, didReceive: challenge, completionHandler: go)
    }
  }

  func ask(
    about response: URLResponse,
    then go: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    guard let delegate = dataDelegate, let task = task as? URLSessionDataTask else {
      return go(.allow)
    }
    onQueue {
      delegate.urlSession(
        session, dataTask: task, didReceive: response, completionHandler: go)
    }
  }
}

/// What the delegate or the handler is told.
extension Audience {
  func tellSent(_ added: Int64, _ total: Int64, _ expected: Int64) {
    guard let delegate else { return }
    onQueue {
      delegate.urlSession(
        session, task: task, didSendBodyData: added, totalBytesSent: total,
        totalBytesExpectedToSend: expected)
    }
  }

  func tell(_ data: Data) {
    guard let delegate = dataDelegate, let task = task as? URLSessionDataTask else { return }
    onQueue { delegate.urlSession(session, dataTask: task, didReceive: data) }
  }

  /// Tells the ending, and says when that is done.
  func complete(
    _ body: Data, _ response: URLResponse?, _ error: (any Error)?,
    then done: @escaping @Sendable () -> Void
  ) {
    let delegate = delegate
    onQueue {
      switch handler {
      case .data(let handler): handler(error == nil ? body : nil, response, error)
      case .file(let handler): withFile(body, error) { handler($0, response, $1) }
      case nil: tellDelegate(delegate, body, error)
      }
      done()
    }
  }

  private func tellDelegate(
    _ delegate: (any URLSessionTaskDelegate)?, _ body: Data, _ error: (any Error)?
  ) {
    guard let task = task as? URLSessionDownloadTask,
      let hearer = delegate as? any URLSessionDownloadDelegate
    else {
      delegate?.urlSession(session, task: task, didCompleteWithError: error)
      return
    }
    withFile(body, error) { file, error in
      if let file {
        hearer.urlSession(session, downloadTask: task, didFinishDownloadingTo: file)
      }
      hearer.urlSession(session, task: task, didCompleteWithError: error)
    }
  }

  /// Hands a body over as a file, which is gone afterwards unless somebody has moved it.
  private func withFile(
    _ body: Data, _ error: (any Error)?, _ hand: (URL?, (any Error)?) -> Void
  ) {
    guard error == nil else { return hand(nil, error) }
    do {
      let file = try TemporaryFile.holding(body)
      hand(file, nil)
      TemporaryFile.delete(file)
    } catch {
      hand(nil, error)
    }
  }
}
