import Foundation
import FoundationNetworking

/// The loading of one task: asks the classes, drives one hop after the other, and ends once.
final class LoadingTask: @unchecked Sendable {
  // Unchecked: what changes is touched on the session's work queue alone.

  /// The longest chain of redirects.
  private static let redirectLimit = 20

  let task: URLSessionTask
  private let queue: DispatchQueue
  private let audience: Audience
  private var hop: (any Hop)?
  /// What was said while the delegate is being asked.
  private var inbox: [LoadingEvent] = []
  private var isAsking = false
  private var isComplete = false
  private var redirects = 0
  private var received = Data()

  init(of task: URLSessionTask, handler: TaskHandler?) {
    self.task = task
    queue = task.session.workQueue
    audience = Audience(of: task, handler: handler)
  }

  func start() {
    guard let request = task.originalRequest else { return }
    guard case .delegate = task.body else {
      return queue.async { self.begin(request, body: self.task.body) }
    }
    audience.askForStream { stream in
      var request = request
      request.httpBodyStream = stream
      self.queue.async { [request] in self.begin(request, body: .delegate) }
    }
  }

  func cancel() {
    queue.async { self.complete(URLError.cancelled(self.task)) }
  }

  /// Takes note of what a hop says.
  func receive(_ event: LoadingEvent, from hop: any Hop) {
    queue.async { [self] in
      // What an earlier hop says, after its redirect was followed, is ignored.
      guard !isComplete, self.hop === hop else { return }
      if isAsking { inbox.append(event) } else { take(event) }
    }
  }

  /// Finds out who performs a request, and has it begin.
  private func begin(_ request: URLRequest, body: TaskBody) {
    guard !isComplete else { return }
    let streamed = body.streamed(in: request)
    task.read { $0.currentRequest = streamed }
    Asking.ask(task.session.protocolClasses, about: task) { [self] taker in
      let hop: any Hop =
        if let taker, taker != BuiltInProtocol.self {
          ProtocolHop(taker, for: self)
        } else {
          NetworkHop(request, body: body, for: self)
        }
      queue.async { self.go(hop) }
    }
  }

  private func go(_ hop: any Hop) {
    guard !isComplete else { return hop.stop() }
    guard !(hop is NetworkHop && task is URLSessionWebSocketTask) else {
      // The double has no WebSockets: what no protocol takes ends as where there is no server.
      return complete(URLError(.cannotConnectToHost))
    }
    self.hop = hop
    hop.start()
  }
}

/// What is made of an event.
extension LoadingTask {
  private func take(_ event: LoadingEvent) {
    switch event {
    case .redirect(let request, let response): redirect(to: request, after: response)
    case .challenge(let challenge, let answer): audience.ask(about: challenge, then: answer)
    case .sent(let added, let total, let expected):
      task.read { $0.sent = total }
      audience.tellSent(added, total, expected)
    case .head(let response): head(response)
    case .data(let data):
      task.read { $0.received += Int64(data.count) }
      if audience.wantsPieces { audience.tell(data) } else { received.append(data) }
    case .finished: complete(nil)
    case .failed(let error): complete(error)
    }
  }

  private func redirect(to request: URLRequest, after response: HTTPURLResponse) {
    guard redirects < Self.redirectLimit else {
      return complete(URLError(.httpTooManyRedirects))
    }
    redirects += 1
    isAsking = true
    audience.ask(about: response, leadingTo: request) { [self] chosen in
      queue.async { [self] in
        guard !isComplete else { return }
        guard let chosen else {
          hop?.refuseRedirect()
          return goOn()
        }
        hop?.stop()
        hop = nil
        inbox = []
        isAsking = false
        begin(chosen, body: .ofRequest)
      }
    }
  }

  private func head(_ response: URLResponse) {
    task.read { $0.response = response }
    isAsking = true
    audience.ask(about: response) { [self] disposition in
      queue.async { [self] in
        guard !isComplete else { return }
        if disposition == .cancel { complete(URLError.cancelled(task)) } else { goOn() }
      }
    }
  }

  /// Takes what was said meanwhile, until the delegate has to be asked again.
  private func goOn() {
    isAsking = false
    while !isAsking, !isComplete, !inbox.isEmpty { take(inbox.removeFirst()) }
  }

  private func complete(_ error: (any Error)?) {
    guard !isComplete else { return }
    isComplete = true
    hop?.stop()
    hop = nil
    inbox = []
    task.complete(error)
    audience.complete(received, task.response, error) { [task] in task.session.ended(task) }
  }
}

extension URLError {
  /// What a cancelled task ends in.
  fileprivate static func cancelled(_ task: URLSessionTask) -> URLError {
    let url = task.currentRequest?.url
    return URLError(.cancelled, userInfo: url.map { [NSURLErrorFailingURLErrorKey: $0] } ?? [:])
  }
}
