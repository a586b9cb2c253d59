import Dispatch
import Foundation
import StubKit
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Tests that are not asynchronous wait on the threads of tasks, and may hold all of them.
///
/// Each of these does so in a process of its own.
struct TakenThreadsTests {
  private static func load(_ request: URLRequest, by session: URLSession) -> URLError.Code? {
    let code = StubState<URLError.Code?>(nil)
    let end = DispatchSemaphore(value: 0)
    session.dataTask(with: request) { _, _, error in
      code.update { $0 = (error as? URLError)?.code }
      end.signal()
    }.resume()
    end.wait()
    return code.value
  }

  private static func onEachThread(_ operation: @escaping @Sendable () -> Void) async {
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 * ProcessInfo.processInfo.activeProcessorCount {
        group.addTask { operation() }
      }
    }
  }

  @Test func `delayed answers come`() async {
    await #expect(processExitsWith: .success) {
      let registry = StubRegistry()
      registry.stub(
        condition: anyRequest(), response: .text("x").delayed(by: .milliseconds(10)))
      let session = registry.session
      await TakenThreadsTests.onEachThread {
        let code = TakenThreadsTests.load(URLRequest(url: url("https://taken.test/")), by: session)
        precondition(code == nil)
      }
    }
  }

  @Test(.onlyOnLinux("elsewhere contents of a URL do not ask StubKit"))
  func `contents of a URL come`() async {
    await #expect(processExitsWith: .success) {
      await withStubs { registry in
        registry.stub(
          condition: anyRequest(), response: .text("x").delayed(by: .milliseconds(10)))
        await TakenThreadsTests.onEachThread {
          let contents = try? Data(contentsOf: url("https://taken.test/"))
          precondition(contents == Data("x".utf8))
        }
      }
    }
  }

  @Test func `a time limit ends what needs such a thread`() async {
    await #expect(processExitsWith: .success) {
      let registry = StubRegistry()
      registry.stub(condition: anyRequest()) { _ in
        await Task.yield()
        return .text("x")
      }
      let session = registry.session
      await TakenThreadsTests.onEachThread {
        var request = URLRequest(url: url("https://taken.test/"))
        request.timeoutInterval = 0.02
        let code = TakenThreadsTests.load(request, by: session)
        precondition(code == .timedOut || code == nil)
      }
    }
  }
}
