import Foundation
import Testing

@testable import StubKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// How what is printed finds what its scope says of secrets.
struct DiscretionTests {
  @Test func `however often it is asked for, it is found at once`() throws {
    withStubs { registry in
      registry.showsSecrets = true
      // Each time one thunk more would end the process after some ten thousand.
      let shown = (0..<100_000).count { _ in Discretion.here.showsSecrets }
      #expect(shown == 100_000)
    }
    #expect(!Discretion.here.showsSecrets)
  }

  @Test func `scopes do not see each other's`() async throws {
    let request = StubRequest(
      try .to("https://a.test/", headers: ["Authorization": "Bearer t0ken-123456"]))
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<50 {
        group.addTask {
          await withStubs { registry in
            registry.showsSecrets = number.isMultiple(of: 2)
            await Task.yield()
            #expect(
              "\(request.headers)".contains("t0ken-123456") == number.isMultiple(of: 2))
          }
        }
      }
    }
  }

  @Test func `a task that begins in a report keeps no registry`() async {
    var registry: StubRegistry? = StubRegistry()
    weak let held = registry
    let (stream, end) = AsyncStream<Void>.makeStream()
    let task = registry?.saying { Task { for await _ in stream {} } }
    registry = nil
    #expect(held == nil)
    end.finish()
    await task?.value
  }
}
