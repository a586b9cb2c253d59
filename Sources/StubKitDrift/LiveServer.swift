import Dispatch
import StubKit

#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking
#else
  import Foundation
#endif

/// Sends each question to its real server once, and remembers the answers.
package final class LiveServer: Sendable {
  package static let shared = LiveServer()

  package enum Answer: Sendable {
    case shape(AnswerShape)
    /// This question, or an earlier one, could not reach the host.
    case unreachable(host: String, reason: String)
    case tooMany
    case failed(String)
  }

  /// A question that was sent; `open` is left once the answer is known, or at an early end.
  private final class Asking: Sendable {
    let open = DispatchGroup()
    let answer = Locked<Answer?>(nil)
  }

  private struct State {
    var known: [String: Asking] = [:]
    /// Why each of these origins cannot be reached.
    var unreachable: [String: String] = [:]
    /// The origins that have begun an answer.
    var heard: Set<String> = []
    /// How many questions had no answer in time, by origin.
    var silent: [String: Int] = [:]
    var count = 0
    var told: Set<String> = []
  }

  private let state = Locked(State())
  private let gate: DispatchSemaphore
  /// How long a whole answer may take.
  private let limit: Duration

  package init(atOnce width: Int = 4, within limit: Duration = .seconds(30)) {
    gate = DispatchSemaphore(value: width)
    self.limit = limit
  }

  /// Notes a text; returns false if an earlier call has noted it.
  func isNew(_ text: String) -> Bool { state.withLock { $0.told.insert(text).inserted } }

  /// Asks the server, or takes the answer to an equal question; blocks the calling thread.
  func answer(
    to question: LiveQuestion, most: Int,
    authorizing authorize: (@Sendable (inout URLRequest) async throws -> Void)?,
    until end: EarlyEnd
  ) -> Answer? {
    if end.hasCome { return nil }
    let (asking, isFirst): (Asking?, Bool) = state.withLock { state in
      if let known = state.known[question.key] { return (known, false) }
      guard state.count < most else { return (nil, false) }
      state.count += 1
      let asking = Asking()
      asking.open.enter()
      state.known[question.key] = asking
      return (asking, true)
    }
    guard let asking else { return .tooMany }
    if isFirst {
      gate.wait()
      let answer = end.hasCome ? nil : ask(question, authorizing: authorize, until: end)
      gate.signal()
      if end.hasCome {
        state.withLock { state in
          state.known[question.key] = nil
          if answer == nil { state.count -= 1 }
        }
      } else {
        asking.answer.withLock { $0 = answer }
      }
      asking.open.leave()
    }
    asking.open.wait()
    // Without an answer, the comparison that asked was cancelled, and this one asks again.
    return asking.answer.withLock { $0 }
      ?? answer(to: question, most: most, authorizing: authorize, until: end)
  }

  private func ask(
    _ question: LiveQuestion,
    authorizing authorize: (@Sendable (inout URLRequest) async throws -> Void)?,
    until end: EarlyEnd
  ) -> Answer {
    let host = question.request.url?.host ?? ""
    let origin = question.request.url?.port.map { "\(host):\($0)" } ?? host
    if let reason = state.withLock({ $0.unreachable[origin] }) {
      return .unreachable(host: origin, reason: reason)
    }
    var request = question.request
    if let authorize {
      do {
        request = try Self.authorized(request, by: authorize, until: end)
      } catch {
        return .failed("the authorizing closure failed: \(error)")
      }
    }
    switch load(request, from: origin, until: end) {
    case .success(let (response, body)):
      return .shape(
        AnswerShape(
          status: response.statusCode,
          contentType: response.value(forHTTPHeaderField: "Content-Type"),
          body: request.httpMethod == "HEAD" ? nil : body))
    case .failure(let error):
      let reason = (error as? URLError)?.localizedDescription ?? "\(error)"
      guard meansUnreachable(error, origin) else { return .failed(reason) }
      state.withLock { $0.unreachable[origin] = reason }
      return .unreachable(host: origin, reason: reason)
    }
  }

  private func meansUnreachable(_ error: any Error, _ origin: String) -> Bool {
    // A server that drops packets stays silent. But a server that has answered before is only slow,
    // and a single question without an answer may just take long.
    if error is NotEnded {
      return state.withLock { state in
        let silent = state.silent[origin, default: 0] + 1
        state.silent[origin] = silent
        return silent > 1 && !state.heard.contains(origin)
      }
    }
    let codes: Set<URLError.Code> = [
      .cannotFindHost, .cannotConnectToHost, .dnsLookupFailed, .notConnectedToInternet,
      .secureConnectionFailed,
    ]
    return (error as? URLError).map { codes.contains($0.code) } ?? false
  }

  private struct NotAuthorized: Error, CustomStringConvertible {
    let description =
      "it did not finish in time; if the test blocks a thread that tasks need, write "
      + "`await registry.drift(authorizing:)`"
  }

  /// Waits for the user's closure, at most for 30 seconds in which tasks can run.
  ///
  /// The closure never runs if all threads that run tasks are waiting for this thread.
  private static func authorized(
    _ request: URLRequest,
    by authorize: @escaping @Sendable (inout URLRequest) async throws -> Void,
    until earlyEnd: EarlyEnd
  ) throws -> URLRequest {
    let result = Locked<Result<URLRequest, any Error>?>(nil)
    let end = DispatchSemaphore(value: 0)
    let task = Task.detached {
      var copy = request
      do {
        try await authorize(&copy)
        let authorized = copy
        result.withLock { $0 = .success(authorized) }
      } catch {
        result.withLock { $0 = .failure(error) }
      }
      end.signal()
    }
    earlyEnd.whenItComes {
      task.cancel()
      end.signal()
    }
    let timer = RunningTimer(.seconds(30)) { end.signal() }
    timer.start()
    defer { timer.cancel() }
    while true {
      let doTasksRun = Locked(false)
      Task.detached { doTasksRun.withLock { $0 = true } }
      // With many tests running, a task may wait for its turn for more than half a minute.
      let isOver = end.wait(timeout: .now() + 300) == .success
      if isOver || !doTasksRun.withLock({ $0 }) { break }
    }
    guard let result = result.withLock({ $0 }) else { throw NotAuthorized() }
    return try result.get()
  }

  private func load(
    _ request: URLRequest, from origin: String, until end: EarlyEnd
  ) -> Result<(HTTPURLResponse, Data?), any Error> {
    // A closure that passes the request through makes StubKit load it: on Linux, Foundation's own
    // loading never ends after a refused redirect.
    let registry = StubRegistry(unmatched: .passThrough)
    registry.stub(condition: anyRequest()) { _ in .passThrough }
    let listener = Listener { [state] in state.withLock { _ = $0.heard.insert(origin) } }
    end.whenItComes { listener.finish(.failure(CancellationError())) }
    let session = URLSession(
      configuration: .ephemeral.stubbed(by: registry), delegate: listener, delegateQueue: nil)
    defer { session.finishTasksAndInvalidate() }
    let task = session.dataTask(with: request)
    task.resume()
    defer { task.cancel() }
    return listener.answer(within: limit) ?? .failure(NotEnded(limit: limit))
  }

  private struct NotEnded: Error, CustomStringConvertible {
    let limit: Duration
    var description: String { "the server's answer has not ended within \(limit)" }
  }
}

/// The early end of a comparison, because the task that waits for it was cancelled.
package final class EarlyEnd: Sendable {
  /// Nil once the end has come.
  private let works = Locked<[@Sendable () -> Void]?>([])

  package init() {}

  var hasCome: Bool { works.withLock { $0 == nil } }

  func come() {
    for work in works.withLock({ $0.take() }) ?? [] { work() }
  }

  func whenItComes(_ work: @escaping @Sendable () -> Void) {
    if works.withLock({ $0?.append(work) }) == nil { work() }
  }
}

/// Listens to the answer to one request.
private final class Listener: NSObject, URLSessionDataDelegate {
  typealias Answer = Result<(HTTPURLResponse, Data?), any Error>

  private let received = Locked<(response: HTTPURLResponse?, body: Data)>((nil, Data()))
  private let answer = Locked<Answer?>(nil)
  private let end = DispatchSemaphore(value: 0)

  /// Called when an answer begins.
  private let hear: @Sendable () -> Void

  init(hearing hear: @escaping @Sendable () -> Void) { self.hear = hear }

  /// Blocks the calling thread; nil if the answer takes longer.
  func answer(within limit: Duration) -> Answer? {
    _ = end.wait(timeout: .now() + limit / .seconds(1))
    return answer.withLock(\.self)
  }

  func finish(_ answer: Answer) {
    self.answer.withLock { $0 = $0 ?? answer }
    end.signal()
  }

  // Refuses redirects, so that the redirect itself is compared with the stub's answer.
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    let response = response as? HTTPURLResponse
    received.withLock { $0.response = response }
    hear()
    // The body of an event stream may have no end.
    if let response, response.mimeType?.lowercased() == "text/event-stream" {
      finish(.success((response, nil)))
    }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    received.withLock { $0.body += data }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let (response, body) = received.withLock(\.self)
    if error == nil, let response {
      finish(.success((response, body)))
    } else {
      finish(.failure(error ?? URLError(.unknown)))
    }
  }
}
