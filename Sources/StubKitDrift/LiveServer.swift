import StubKit

#if canImport(FoundationNetworking)
  import Foundation
  package import FoundationNetworking
#else
  package import Foundation
#endif

/// The real servers, each question of which is asked once in the process.
package final class LiveServer: Sendable {
  package static let shared = LiveServer()

  package enum Answer: Sendable {
    case shape(AnswerShape)
    /// The host could not be reached by this question, or by one before.
    case unreachable(host: String, reason: String)
    /// As many questions were asked as may be.
    case tooMany
    case failed(String)
  }

  private struct State {
    var answers: [String: Task<Answer, Never>] = [:]
    var unreachable: [String: String] = [:]
    var count = 0
    var told: Set<String> = []
  }

  private let state = Locked(State())
  private let gate: Gate

  package init(atOnce width: Int = 4) {
    gate = Gate(width: width)
  }

  /// Whether a text was not told before in the process.
  func isNew(_ text: String) -> Bool { state.withLock { $0.told.insert(text).inserted } }

  /// Asks, or waits for the answer to the same question.
  ///
  /// - Parameters:
  ///   - most: How many questions may be asked in the process.
  ///   - authorize: Adds the credentials.
  package func answer(
    to question: LiveQuestion, most: Int,
    authorizing authorize: @escaping @Sendable (inout URLRequest) async throws -> Void
  ) async -> Answer {
    let task = state.withLock { state -> Task<Answer, Never>? in
      if let known = state.answers[question.key] { return known }
      guard state.count < most else { return nil }
      state.count += 1
      let task = Task.detached { [self] in
        await gate.pass { await ask(question, authorizing: authorize) }
      }
      state.answers[question.key] = task
      return task
    }
    return await task?.value ?? .tooMany
  }

  private func ask(
    _ question: LiveQuestion,
    authorizing authorize: @Sendable (inout URLRequest) async throws -> Void
  ) async -> Answer {
    var request = question.request
    let host = request.url?.host ?? ""
    if let reason = state.withLock({ $0.unreachable[host] }) {
      return .unreachable(host: host, reason: reason)
    }
    do {
      try await authorize(&request)
    } catch {
      return .failed("the closure that authorizes threw: \(error)")
    }
    request.timeoutInterval = 30
    // StubKit goes to the network itself where a closure says so: on Linux the loading system's own way does
    // not come back from a redirect that is refused.
    let registry = StubRegistry(unmatched: .passThrough)
    registry.stub(condition: anyRequest()) { _ in .passThrough }
    let session = URLSession(
      configuration: .ephemeral.stubbed(by: registry), delegate: Staying(), delegateQueue: nil)
    defer { session.finishTasksAndInvalidate() }
    do {
      let (body, response) = try await session.data(for: request)
      guard let response = response as? HTTPURLResponse else { return .failed("no HTTP response") }
      return .shape(
        AnswerShape(
          status: response.statusCode,
          contentType: response.value(forHTTPHeaderField: "Content-Type"),
          body: request.httpMethod == "HEAD" ? nil : body))
    } catch {
      let reason = (error as? URLError)?.localizedDescription ?? "\(error)"
      state.withLock { $0.unreachable[host] = reason }
      return .unreachable(host: host, reason: reason)
    }
  }
}

/// Stays with the answer of a redirect, which is what the stub's is compared with.
private final class Staying: NSObject, URLSessionTaskDelegate {
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }
}

/// Lets so many through at once.
private final class Gate: Sendable {
  private struct State {
    var free: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Locked<State>

  init(width: Int) {
    state = Locked(State(free: width))
  }

  func pass<Result>(_ operation: () async -> Result) async -> Result {
    await withCheckedContinuation { continuation in
      let passes = state.withLock { state in
        guard state.free > 0 else {
          state.waiting.append(continuation)
          return false
        }
        state.free -= 1
        return true
      }
      if passes { continuation.resume() }
    }
    defer {
      let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
        if state.waiting.isEmpty {
          state.free += 1
          return nil
        }
        return state.waiting.removeFirst()
      }
      next?.resume()
    }
    return await operation()
  }
}
