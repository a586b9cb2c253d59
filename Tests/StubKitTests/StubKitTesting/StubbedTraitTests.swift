import Foundation
import StubKit
import StubKitTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a `.stubbed` test is given.
struct StubbedTraitTests {
  @Test(.stubbed) func `a stubbed test has a registry of its own`() async throws {
    let registry = StubRegistry.current
    #expect(registry !== StubRegistry.shared)
    #expect(registry.stubs.isEmpty)
    #expect(registry.unmatched.description == ".fail")
    stub(condition: isHost("trait.test"), response: .text("mine"))
    let url = try #require(URL(string: "https://trait.test/"))
    let (data, _) = try await URLSession.shared.data(from: url)
    #expect(String(decoding: data, as: UTF8.self) == "mine")
    #expect(registry.exchanges.count == 1)
  }

  @Test(.stubbed, arguments: 0..<100)
  func `each case of a parameterised test has one, too`(number: Int) async throws {
    #expect(StubRegistry.current.stubs.isEmpty)
    stub(condition: isHost("cases.test"), response: .text("\(number)"))
    let url = try #require(URL(string: "https://cases.test/"))
    let (data, _) = try await URLSession.shared.data(from: url)
    #expect(String(decoding: data, as: UTF8.self) == "\(number)")
  }

  @Test(.stubbed(unmatched: .passThrough, network: .lte, clock: ManualClock()))
  func `settings are those that were given`() {
    let registry = StubRegistry.current
    #expect(registry.unmatched.description == ".passThrough")
    #expect(registry.network == .lte)
    #expect(registry.clock is ManualClock)
  }

  @Test(.stubbed(clock: .manual)) func `a clock that stands still is had as what it is`() throws {
    let clock = try StubRegistry.current.clock(as: ManualClock.self)
    #expect(clock === StubRegistry.current.clock as? ManualClock)
  }

  @Test func `without the trait there is no scope`() {
    #expect(StubRegistry.current === StubRegistry.shared)
  }
}

/// What tests in a `.stubbed` suite are given.
@Suite(.stubbed(network: .edge, clock: ManualClock(), unused: .error))
struct StubbedSuiteTests {
  private let users: Stub

  init() {
    users = stub(condition: isPath("/users"), expected: .any, response: .json([]))
  }

  @Test func `the stubs of the suite's init belong to the test`() {
    #expect(StubRegistry.current.stubs.map(\.location) == [users.location])
  }

  @Test(arguments: 0..<20) func `each case has its own`(number: Int) {
    #expect(StubRegistry.current.stubs.count == 1)
    stub(condition: isPath("/\(number)"), expected: .any, response: .json([]))
  }

  @Test func `the settings of the suite hold`() {
    #expect(StubRegistry.current.network == .edge)
    #expect(StubRegistry.current.clock is ManualClock)
  }

  @Test(.stubbed(network: .wifi))
  func `the settings of the test come first, and it has one registry`() {
    #expect(StubRegistry.current.network == .wifi)
    #expect(StubRegistry.current.clock is ManualClock)
    // The stub of the init would be in the registry of the suite's trait if there were two.
    #expect(StubRegistry.current.stubs.count == 1)
  }

  struct Inner {
    @Test func `a suite within has the settings, too`() {
      #expect(StubRegistry.current.network == .edge)
      #expect(StubRegistry.current.stubs.isEmpty)
    }
  }
}
