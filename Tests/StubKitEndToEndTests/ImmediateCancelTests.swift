import Foundation
import StubKit
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A cancel that follows the start at once wins, as it does over a real server.
struct ImmediateCancelTests {
  /// How many requests are made for each.
  private static let rounds = 200
  /// On a quiet machine all of them; on a busy one nothing may run between the start and the cancel for long.
  private static let leastCancelled = rounds / 2

  /// Who answers.
  enum Answer: CaseIterable, Sendable {
    case value, closure, asyncClosure

    func register(in registry: StubRegistry) {
      let condition = isHost("cancel.test")
      switch self {
      case .value:
        registry.stub(condition: condition, expected: .any, response: .text("x"))
      case .closure:
        registry.stub(condition: condition, expected: .any) { _ in .text("x") }
      case .asyncClosure:
        registry.stub(condition: condition, expected: .any) { _ async in .text("x") }
      }
    }
  }

  /// What the client's session is made of.
  enum Kind: CaseIterable, Sendable {
    case ephemeral, cached, searchedCache, bound, shared

    func session(_ registry: StubRegistry, _ delegate: RecordingDelegate? = nil) -> URLSession {
      let configuration =
        self == .ephemeral
        ? URLSessionConfiguration.ephemeral.stubbed(by: registry)
        : .default.stubbed(by: registry)
      switch self {
      case .ephemeral: break
      case .cached: configuration.urlCache = .shared
      case .searchedCache:
        configuration.urlCache = URLCache(memoryCapacity: 1 << 20, diskCapacity: 0, diskPath: nil)
      case .bound: return registry.session
      case .shared: return .shared
      }
      return URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
    }
  }

  /// How it is asked.
  enum Form: CaseIterable, Sendable {
    case data, stream, upload, uploadOfFile, download

    /// A download is refused at its start where no protocol can hand over a file.
    static let answered = allCases.filter { $0 != .download || !Platform.isLinux }

    /// A task that tells of its end.
    func task(
      in session: URLSession, ended: @escaping @Sendable ((any Error)?) -> Void
    ) -> URLSessionTask {
      var post = request("http://cancel.test/", "POST")
      let end: @Sendable (Any?, URLResponse?, (any Error)?) -> Void = { ended($2) }
      switch self {
      case .data:
        return session.dataTask(with: url("http://cancel.test/"), completionHandler: end)
      case .stream:
        post.httpBodyStream = InputStream(data: Data("x".utf8))
        return session.dataTask(with: post, completionHandler: end)
      case .upload:
        return session.uploadTask(with: post, from: Data("x".utf8), completionHandler: end)
      case .uploadOfFile:
        let file = URL(fileURLWithPath: #filePath)
        return session.uploadTask(with: post, fromFile: file, completionHandler: end)
      case .download:
        return session.downloadTask(with: url("http://cancel.test/"), completionHandler: end)
      }
    }
  }

  @Test(arguments: Kind.allCases, Answer.allCases)
  func `a completion handler is told of the cancel`(kind: Kind, answer: Answer) async throws {
    await withStubs { registry in
      answer.register(in: registry)
      let session = kind.session(registry)
      var cancelled = 0
      for round in 0..<Self.rounds {
        let form = Form.answered[round % Form.answered.count]
        let error: (any Error)? = await withCheckedContinuation { continuation in
          let task = form.task(in: session) { continuation.resume(returning: $0) }
          task.resume()
          task.cancel()
        }
        #expect(error == nil || (error as? URLError)?.code == .cancelled, "\(form)")
        cancelled += error == nil ? 0 : 1
      }
      #expect(cancelled > Self.leastCancelled)
    }
  }

  @Test(arguments: [Kind.ephemeral, .cached, .searchedCache], Answer.allCases)
  func `a delegate is told of the cancel, and of nothing else`(
    kind: Kind, answer: Answer
  ) async throws {
    let registry = StubRegistry()
    answer.register(in: registry)
    var cancelled = 0
    for _ in 0..<Self.rounds {
      let delegate = RecordingDelegate()
      let task = kind.session(registry, delegate).dataTask(with: url("http://cancel.test/"))
      task.resume()
      task.cancel()
      let outcome = await delegate.outcome
      #expect(outcome.completions.count == 1)
      guard let error = outcome.completions.first ?? nil else { continue }
      #expect((error as? URLError)?.code == .cancelled)
      // Elsewhere a cancel may come between the head and the end.
      #expect((outcome.responses.isEmpty && outcome.chunks.isEmpty) || !Platform.isLinux)
      cancelled += outcome.responses.isEmpty ? 1 : 0
    }
    #expect(cancelled > Self.leastCancelled)
  }

  // A session that searches a cache makes the instance elsewhere: there it is a cancel as any other.
  @Test(
    .onlyOnLinux("elsewhere an instance is not made in the Swift task"),
    arguments: [Kind.ephemeral, .cached, .bound, .shared], Answer.allCases)
  func `a Swift task that was cancelled before asks nobody`(
    kind: Kind, answer: Answer
  ) async throws {
    await withStubs { registry in
      answer.register(in: registry)
      let session = kind.session(registry)
      for round in 0..<Self.rounds {
        let error = await #expect(throws: URLError.self) {
          try await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            if round.isMultiple(of: 2) {
              _ = try await session.data(from: url("http://cancel.test/"))
            } else {
              _ = try await session.upload(
                for: request("http://cancel.test/", "POST"), from: Data("x".utf8))
            }
          }.value
        }
        #expect(error?.code == .cancelled)
      }
      #expect(registry.exchanges.isEmpty)
    }
  }

  /// How often a cancel is tried at some moment; `STUBKIT_CANCEL_ROUNDS` makes it more.
  private static let moments =
    ProcessInfo.processInfo.environment["STUBKIT_CANCEL_ROUNDS"].flatMap { Int($0) } ?? 400

  @Test(arguments: Kind.allCases, Answer.allCases)
  func `whenever the cancel comes, there is one ending`(kind: Kind, answer: Answer) async throws {
    await withStubs { registry in
      answer.register(in: registry)
      let session = kind.session(registry)
      await withTaskGroup(of: Void.self) { group in
        for moment in 0..<Self.moments {
          if moment >= 8 { await group.next() }
          group.addTask { await Self.cancel(after: moment % 100, session) }
        }
      }
    }
  }

  /// Asks, and cancels when so many microseconds have passed, or so.
  private static func cancel(after microseconds: Int, _ session: URLSession) async {
    await withCheckedContinuation { continuation in
      // A second ending would resume the continuation again, and trap; without one it would hang.
      let task = session.dataTask(with: url("http://cancel.test/")) { data, _, error in
        #expect((data?.isEmpty == false) != ((error as? URLError)?.code == .cancelled))
        continuation.resume()
      }
      task.resume()
      let end = ContinuousClock.now + .microseconds(microseconds)
      while ContinuousClock.now < end {}
      task.cancel()
    }
  }

  @Test func `what a cancelled Swift task asks by a completion handler is answered`() async throws {
    let registry = StubRegistry()
    registry.stub(condition: anyRequest(), response: .text("logged out"))
    let session = registry.session
    let text: String? = await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await withCheckedContinuation { continuation in
        session.dataTask(with: url("http://cancel.test/logout")) { data, _, _ in
          continuation.resume(returning: data.map { String(decoding: $0, as: UTF8.self) })
        }.resume()
      }
    }.value
    #expect(text == "logged out")
  }

  @Test(.onlyOnLinux("only there suspend() stops a protocol"))
  func `a task that is suspended at once is answered once it is resumed`() async throws {
    let registry = StubRegistry()
    registry.stub(condition: anyRequest(), response: .text("x"))
    for _ in 0..<Self.rounds {
      let delegate = RecordingDelegate()
      let task = Kind.ephemeral.session(registry, delegate)
        .dataTask(with: url("http://cancel.test/"))
      task.resume()
      task.suspend()
      task.resume()
      let outcome = await delegate.outcome
      #expect(outcome.completions.count == 1)
      #expect(outcome.body == Data("x".utf8))
    }
  }

  @Test func `simulated time stands still until the request has started`() async throws {
    let clock = FastForwardClock()
    let registry = StubRegistry(clock: clock)
    registry.stub(condition: anyRequest(), response: .text("x").delayed(by: .seconds(1)))
    let session = registry.session
    for _ in 0..<20 {
      _ = try await session.data(from: url("http://cancel.test/"))
    }
    #expect(registry.exchanges.map(\.duration) == Array(repeating: .seconds(1), count: 20))
  }
}
