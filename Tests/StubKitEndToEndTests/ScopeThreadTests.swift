import Foundation
import StubKit
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Requests that are made where no task-local can be seen, and still find their scope.
struct ScopeThreadTests {
  /// The text that a request gets, made by whatever calls `start`.
  private func answer(
    _ start: (@escaping @Sendable (String?) -> Void) -> Void
  ) async -> String? {
    await withCheckedContinuation { continuation in start { continuation.resume(returning: $0) } }
  }

  @Test func `a request made inside a completion handler`() async {
    await withStubs { registry in
      stub(condition: anyRequest()) { .text($0.path) }
      let session = URLSession(configuration: .default)
      let text = await answer { done in
        session.dataTask(with: url("https://threads.test/first")) { _, _, _ in
          session.dataTask(with: url("https://threads.test/second")) { data, _, _ in
            done(data.map { String(decoding: $0, as: UTF8.self) })
          }.resume()
        }.resume()
      }
      #expect(text == "/second")
      #expect(registry.exchanges.map(\.request.path) == ["/first", "/second"])
    }
  }

  @Test func `a request made on an operation queue`() async {
    await withStubs { _ in
      stub(condition: anyRequest(), response: .text("operation"))
      let session = URLSession(configuration: .ephemeral)
      let text = await answer { done in
        OperationQueue().addOperation { Self.get(session, done) }
      }
      #expect(text == "operation")
    }
  }

  @Test func `a request made by a timer`() async {
    await withStubs { _ in
      stub(condition: anyRequest(), response: .text("timer"))
      let session = URLSession(configuration: .default)
      let text = await answer { done in
        let timer = DispatchSource.makeTimerSource()
        timer.schedule(deadline: .now())
        timer.setEventHandler {
          timer.cancel()
          Self.get(session, done)
        }
        timer.resume()
      }
      #expect(text == "timer")
    }
  }

  @Test func `a client that resumes its tasks on a queue of its own`() async {
    await withStubs { registry in
      stub(condition: anyRequest(), response: .text("queue"))
      let client = QueueClient()
      let text = await answer { client.get(url("https://threads.test/"), $0) }
      #expect(text == "queue")
      #expect(registry.exchanges.count == 1)
    }
  }

  @Test func `clients with queues of their own, in many scopes at once`() async {
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<200 {
        group.addTask {
          await withStubs { _ in
            stub(condition: anyRequest(), response: .text("\(number)"))
            let client = QueueClient()
            let text = await answer { client.get(url("https://threads.test/"), $0) }
            #expect(text == "\(number)")
          }
        }
      }
    }
  }

  @Test func `1,000 scopes at once on one URL through the shared session`() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<1_000 {
        group.addTask {
          try await withStubs { registry in
            stub(condition: isHost("thousand.test"), response: .text("\(number)"))
            let (data, _) = try await URLSession.shared.data(from: url("https://thousand.test/"))
            #expect(String(decoding: data, as: UTF8.self) == "\(number)")
            #expect(registry.exchanges.count == 1)
          }
        }
      }
      try await group.waitForAll()
    }
  }

  private static func get(
    _ session: URLSession, _ done: @escaping @Sendable (String?) -> Void
  ) {
    session.dataTask(with: url("https://threads.test/")) { data, _, _ in
      done(data.map { String(decoding: $0, as: UTF8.self) })
    }.resume()
  }

  /// A client that makes and resumes its tasks on a serial queue, as Alamofire does.
  private final class QueueClient: Sendable {
    private let session = URLSession(configuration: .default)
    private let queue = DispatchQueue(label: "client")

    func get(_ url: URL, _ done: @escaping @Sendable (String?) -> Void) {
      queue.async { [session, queue] in
        let task = session.dataTask(with: url) { data, _, _ in
          done(data.map { String(decoding: $0, as: UTF8.self) })
        }
        queue.async { task.resume() }
      }
    }
  }
}
