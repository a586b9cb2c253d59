import Foundation
import Testing

@testable import StubKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Waiting for requests, without polling.
struct LogWaitingTests {
  private let registry = StubRegistry()

  init() { haveOtherScope() }

  @Test func `requests that have arrived are returned at once`() async throws {
    let stub = registry.given(anyRequest(), line: 1)
    registry.ask(try .to("https://a.test/1"))
    let requests = try await stub.waitForRequests()
    #expect(requests.map(\.path) == ["/1"])
  }

  @Test func `waiting ends with the request that makes the count`() async throws {
    let stub = registry.given(anyRequest(), line: 1)
    async let requests = stub.waitForRequests(count: 3, timeout: .seconds(60))
    for number in 1...3 { registry.ask(try .to("https://a.test/\(number)")) }
    #expect(try await requests.count >= 3)
  }

  @Test func `many can wait for different counts`() async throws {
    let stub = registry.given(anyRequest(), line: 1)
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for count in 1...50 {
        group.addTask {
          try await stub.waitForRequests(count: count, timeout: .seconds(60)).count >= count
        }
      }
      for number in 1...50 { registry.ask(try .to("https://a.test/\(number)")) }
      for try await isEnough in group { #expect(isEnough) }
    }
  }

  @Test func `when the time is over it says what was missing`() async throws {
    let stub = registry.given(isPath("/users"), named: "users", line: 12)
    let error = await #expect(throws: StubWaitTimeout.self) {
      try await stub.waitForRequests(count: 2, timeout: .milliseconds(1))
    }
    #expect(
      error?.localizedDescription
        == #"Waited 0.001 seconds for 2 requests to "users" isPath("/users") (UserTests.swift:12), "#
        + "and none came.")
  }

  @Test func `it can be waited for their ends, too`() async throws {
    let stub = registry.given(isPath("/users"), line: 12)
    let exchanges = try (1...2).map { _ in registry.begin(try .to("https://a.test/users")) }
    #expect(try await stub.waitForRequests(count: 2, until: .arrived).count == 2)
    registry.end(exchanges[0], .finished)
    // A second ending of the same exchange is none.
    registry.end(exchanges[0], .finished)
    let error = await #expect(throws: StubWaitTimeout.self) {
      try await stub.waitForRequests(count: 2, until: .ended, timeout: .milliseconds(1))
    }
    #expect(
      error?.localizedDescription
        == #"Waited 0.001 seconds for 2 requests to isPath("/users") (UserTests.swift:12) to end, "#
        + "and 2 came, of which 1 ended.")
    async let requests = stub.waitForRequests(count: 2, until: .ended, timeout: .seconds(60))
    registry.end(exchanges[1], .cancelled)
    #expect(try await requests.count == 2)
  }

  @Test func `nobody who waits for an end is told of a request that only arrives`() async throws {
    let stub = registry.given(isPath("/users"), line: 12)
    let error = await #expect(throws: StubWaitTimeout.self) {
      _ = registry.begin(try .to("https://a.test/users"))
      _ = try await stub.waitForRequests(until: .ended, timeout: .milliseconds(1))
    }
    #expect(error?.description.hasSuffix("to end, and 1 came, of which none ended.") == true)
  }

  @Test func `ends are counted that the log no longer holds`() async throws {
    registry.logLimit = LogLimit(exchanges: 1)
    let stub = registry.given(anyRequest(), line: 1)
    let exchanges = try (1...3).map { registry.begin(try .to("https://a.test/\($0)")) }
    for exchange in exchanges { registry.end(exchange, .finished) }
    #expect(try await stub.waitForRequests(count: 3, until: .ended).count == 1)
    #expect(stub.endingCount == 3)
    registry.reset()
    #expect(stub.endingCount == 0)
  }

  @Test(arguments: [0, -1])
  func `the log holds the last request at least, and all are counted`(limit: Int) async throws {
    registry.logLimit = LogLimit(exchanges: limit)
    let stub = registry.given(anyRequest(), line: 1)
    for path in 1...2 {
      registry.end(registry.begin(try .to("https://a.test/\(path)")), .finished)
    }
    #expect(try await stub.waitForRequests(count: 2, until: .ended).map(\.path) == ["/2"])
    #expect(stub.callCount == 2)
    #expect(registry.exchanges.count == 1)
  }

  @Test func `a request that was made outside of the scope is named`() async throws {
    try await withStubs { scope in
      let stub = scope.given(isHost("stray.test") && isPath("/track"), line: 12)
      LostRequest.noteMissed(
        StubRequest(try .to("https://stray.test/track")), by: .shared, isFailed: true)
      let error = await #expect(throws: StubWaitTimeout.self) {
        try await stub.waitForRequests(timeout: .milliseconds(1))
      }
      #expect(
        error?.localizedDescription == """
          Waited 0.001 seconds for 1 request to isHost("stray.test") && isPath("/track") \
          (UserTests.swift:12), and none came.
            → A request for its address has lost its scope, and may have been meant for it: GET \
          https://stray.test/track. Use a session made within the scope, or `registry.session`.
          """)
      #expect(
        scope.issues.map(\.text) == [
          """
          The stub at UserTests.swift:12 was never used: isHost("stray.test") && isPath("/track")
            → A request for its address has lost its scope, and may have been meant for it: GET \
          https://stray.test/track. Use a session made within the scope, or `registry.session`.
          """
        ])
      scope.reset()
      #expect(stub.remarkOnLostRequest == nil)
    }
  }

  @Test func `a request that goes to the network untouched is named, too`() throws {
    try withStubs { scope in
      let stub = scope.given(isHost("passing.test"), line: 12)
      RegistryFinder.Grounds.nothing.notePassing(
        try .to("https://passing.test/", method: "POST"), by: .shared)
      #expect(
        stub.remarkOnLostRequest == """
          A request for its address has lost its scope, and may have been meant for it: POST \
          https://passing.test/. Use a session made within the scope, or `registry.session`.
          """)
    }
  }

  @Test func `what is known to be meant for another registry is not lost`() throws {
    try withStubs { scope in
      let stub = scope.given(isHost("no-stray.test"), line: 12)
      for grounds in [RegistryFinder.Grounds.bound, .scope, .test, .session] {
        grounds.notePassing(try .to("https://no-stray.test/"), by: .shared)
      }
      #expect(stub.remarkOnLostRequest == nil)
    }
  }

  /// What ends a wait for requests that can no longer come.
  enum Ending: CaseIterable { case reset, removal, emptying, times }

  @Test(arguments: Ending.allCases, [true, false])
  func `a wait for what can no longer come ends at once, and says so`(
    _ ending: Ending, _ endsMeanwhile: Bool
  ) async throws {
    let stub = registry.given(isPath("/users"), times: ending == .times ? 1 : nil, line: 12)
    func end() throws {
      switch ending {
      case .reset: registry.reset()
      case .removal: stub.remove()
      case .emptying: registry.removeAll()
      case .times: registry.ask(try .to("https://a.test/users"))
      }
    }
    if !endsMeanwhile { try end() }
    let wait = Task { try await stub.waitForRequests(count: 2, timeout: .seconds(60)) }
    if endsMeanwhile {
      while registry.state.withLock({ $0[stub].waiters.isEmpty }) { await Task.yield() }
      try end()
    }
    let error = await #expect(throws: StubWaitTimeout.self) { try await wait.value }
    let remark =
      ending == .times
      ? "The stub has answered as often as it may (`times:`): wait for fewer requests."
      : "The stub was removed, or its registry was reset, before they came: wait before you "
        + "remove or reset, or wait for the stub that answers now."
    let came = ending == .times ? "1" : "none"
    #expect(
      error?.localizedDescription == """
        Waited in vain for 2 requests to isPath("/users") (UserTests.swift:12), and \(came) came.
          → \(remark)
        """)
  }

  @Test func `an answer that is under way can be waited for when its stub is removed`()
    async throws
  {
    let stub = registry.given(isPath("/users"), line: 12)
    let exchange = registry.begin(try .to("https://a.test/users"))
    let early = Task { try await stub.waitForRequests(until: .ended, timeout: .seconds(600)) }
    while registry.state.withLock({ $0[stub].waiters.isEmpty }) { await Task.yield() }
    stub.remove()
    async let late = stub.waitForRequests(until: .ended, timeout: .seconds(600))
    registry.end(exchange, .finished)
    #expect(try await early.value.count == 1)
    #expect(try await late.count == 1)
  }

  @Test func `a reset ends the wait for an answer that is under way`() async throws {
    let stub = registry.given(isPath("/users"), line: 12)
    _ = registry.begin(try .to("https://a.test/users"))
    let wait = Task { try await stub.waitForRequests(until: .ended, timeout: .seconds(60)) }
    while registry.state.withLock({ $0[stub].waiters.isEmpty }) { await Task.yield() }
    registry.reset()
    let error = await #expect(throws: StubWaitTimeout.self) { try await wait.value }
    #expect(error?.description.hasPrefix("Waited in vain for 1 request to isPath") == true)
    #expect(error?.description.contains(" to end, and ") == true)
  }

  @Test func `a cancelled wait ends in a cancellation`() async throws {
    let stub = registry.given(anyRequest(), line: 1)
    let task = Task { try await stub.waitForRequests(timeout: .seconds(60)) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
