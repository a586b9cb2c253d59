import Foundation
import Testing

@testable import StubKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Waiting for requests, without polling.
struct LogWaitingTests {
  private let registry = StubRegistry()

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

  @Test func `a cancelled wait ends in a cancellation`() async throws {
    let stub = registry.given(anyRequest(), line: 1)
    let task = Task { try await stub.waitForRequests(timeout: .seconds(60)) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
