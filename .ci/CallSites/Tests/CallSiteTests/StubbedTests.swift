import Foundation
import StubKit
import StubKitTesting
import Testing
import XCTest

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The two ways of a test to have a registry of its own.
@Suite(.stubbed(unmatched: .fail, network: .lte, clock: FastForwardClock(), unused: .error))
struct StubbedTests {
  @Test func `a suite's test is stubbed`() async throws {
    stub(condition: isPath("/users"), response: .text("hello"))
    let (data, _) = try await URLSession.shared.data(from: address)
    #expect(data == Data("hello".utf8))
  }
}

@Test(.stubbed) func `a test is stubbed`() async throws {
  stub(condition: isPath("/users"), response: .text("hello"))
  let (data, _) = try await URLSession.shared.data(from: address)
  #expect(data == Data("hello".utf8))
}

@Test(.stubbed(showingSecrets: true)) func `a test shows its secrets`() {
  #expect(StubRegistry.current.showsSecrets)
}

final class StubbedCase: StubbedTestCase {
  override var showsSecrets: Bool { true }

  func testItIsStubbed() async throws {
    stub(condition: isPath("/users"), response: .text("hello"))
    let (data, _) = try await URLSession.shared.data(from: address)
    XCTAssertEqual(data, Data("hello".utf8))
    try registry.verify()
  }

  func testItsEndIsExpected() {
    let users = stub(condition: isPath("/users"), response: .text("hello"))
    let answered: XCTestExpectation = expectation(for: users, count: 1)
    URLSession.shared.dataTask(with: address).resume()
    wait(for: [answered], timeout: 10)
  }
}

private let address = URL(filePath: "/users", relativeTo: URL(string: "https://api.example.com"))
