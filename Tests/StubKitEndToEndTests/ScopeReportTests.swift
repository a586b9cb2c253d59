import Foundation
import StubKit
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The error that an unmatched request ends in.
struct ScopeReportTests {
  @Test(arguments: Client.allCases)
  func `an unmatched request fails with the whole report`(client: Client) async throws {
    await withStubs { registry in
      let users = stub(
        condition: isHost("api.test") && isPath("/users") && isMethodGET(), named: "users",
        times: 1, fileID: "AppTests/UserTests.swift", line: 12, response: .json([]))
      _ = try? await client.fetch(request("https://api.test/users"), .ephemeral)
      #expect(users.callCount == 1)
      let error = await #expect(throws: URLError.self) {
        try await client.fetch(
          request("https://api.test/users", "POST", body: #"{"name":"Ada"}"#), .ephemeral)
      }
      #expect(error?.code == .resourceUnavailable)
      #expect(error?.failingURL == url("https://api.test/users"))
      #expect(
        error?.localizedDescription == """
          No stub matches POST https://api.test/users
          The only stub:
            "users" at UserTests.swift:12, used up after 1 request
              ✓ isHost("api.test")
              ✓ isPath("/users")
              ✗ isMethodGET(): the method is POST
          To stub it:
            stub(condition: isHost("api.test") && isPath("/users") && isMethodPOST(), response: .json([:]))
          To ask it of the server:
            curl -X POST --data-raw '{"name":"Ada"}' 'https://api.test/users'
          """)
      #expect(registry.exchanges.last?.error?.localizedDescription == error?.localizedDescription)
    }
  }

  @Test func `a closure in a stub that is shown may itself make a request and wait`() async {
    await withStubs { _ in
      let other = StubRegistry()
      other.stub(condition: anyRequest(), response: .text("inner"))
      stub(
        condition: isHost("other.test")
          && satisfies("asks elsewhere") { _ in
            // On the queue that all sessions share this would wait for itself.
            let isDone = DispatchSemaphore(value: 0)
            other.session.dataTask(with: url("https://inner.test/")) { _, _, _ in isDone.signal() }
              .resume()
            return isDone.wait(timeout: .now() + 600) == .timedOut
          }, response: .json([]))
      let error = await #expect(throws: URLError.self) {
        try await URLSession.shared.data(from: url("https://api.test/"))
      }
      #expect(
        error?.localizedDescription.contains(
          "✗ satisfies(\"asks elsewhere\") { … }: the closure says otherwise") == true)
    }
  }

  @Test func `one that is cancelled while it fails ends once`() async {
    await withStubs { registry in
      for _ in 0..<50 {
        await withCheckedContinuation { continuation in
          let task = URLSession.shared.dataTask(with: url("https://api.test/")) { _, _, error in
            #expect(error != nil)
            continuation.resume()
          }
          task.resume()
          task.cancel()
        }
      }
      #expect(await registry.settledExchanges().allSatisfy { $0.outcome != .pending })
    }
  }
}
