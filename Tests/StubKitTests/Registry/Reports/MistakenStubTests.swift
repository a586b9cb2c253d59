import Foundation
import Testing
import XCTest

@testable import StubKit
@testable import StubKitTesting

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a registry does that holds a condition with a mistake.
struct MistakenStubTests {
  private static let sentence =
    #"The condition of the stub at UserTests.swift:3 has a mistake, and matches nothing: "#
    + #"isHost("a.test/x"): a host is a name alone, without scheme, path and blanks: "api.example.com", or "*.example.com" for its subdomains"#

  /// Has a registry of this policy with a mistaken stub and another one, and hears what is told.
  private func registry(
    _ policy: UnmatchedPolicy, told: Journal = Journal()
  ) -> (registry: StubRegistry, stub: Stub) {
    told.noteIssues {
      let registry = StubRegistry(unmatched: policy)
      registry.given(isPath("/other"), line: 1)
      return (registry, registry.given(isHost("a.test/x") || isPath("/x"), line: 3))
    }
  }

  @Test(arguments: [
    UnmatchedPolicy.passThrough, .fail, .fail(except: anyRequest()),
    .fail(except: satisfies { _ in true }),
  ])
  func `nothing that no other stub matches goes to the network`(policy: UnmatchedPolicy) throws {
    let (registry, stub) = registry(policy)
    for address in ["http://a.test/x", "https://b.test/", "ws://a.test/"] {
      let request = try URLRequest.to(address)
      #expect(registry.isOurs(request))
      #expect(registry.decideWithoutClosures(request, body: nil)?.isRefused == true)
      #expect(registry.decide(request, body: nil).isRefused)
    }
    let other = registry.decide(try .to("http://a.test/other"), body: nil).claim?.stub
    #expect(other != nil && other !== stub)
    #expect(stub.callCount == 0)
    #expect(!stub.isActive)
    #expect(registry.stubs.count == 1)
  }

  @Test func `what needs no network is not kept from loading`() throws {
    let (registry, _) = registry(.passThrough)
    for address in ["file:///etc/hosts", "data:,x"] {
      #expect(!registry.isOurs(try .to(address)))
      #expect(!registry.decide(try .to(address), body: nil).isRefused)
    }
  }

  @Test func `requests pass again once the stub is removed`() throws {
    let (registry, stub) = registry(.passThrough)
    stub.remove()
    #expect(!registry.isOurs(try .to("http://a.test/x")))
    let (second, _) = self.registry(.passThrough)
    second.removeAll()
    #expect(!second.isOurs(try .to("http://a.test/x")))
    let (third, _) = self.registry(.passThrough)
    third.isEnabled = false
    #expect(!third.isOurs(try .to("http://a.test/x")))
  }

  @Test func `the report begins with the mistake`() throws {
    let (registry, _) = registry(.passThrough)
    let report = """
      \(Self.sentence)
      No stub matches GET http://a.test/x
      Until that is corrected, nothing goes to the network (.passThrough).
      The only stub:
        the stub at UserTests.swift:1
          ✗ isPath("/other"): the path is "/x"
      To stub it:
        stub(condition: isHost("a.test") && isPath("/x"), response: .json([:]))
      """.replacing("  stub(", with: "  registry.stub(")
    #expect(registry.nearMissReport(of: StubRequest(try .to("http://a.test/x"))) == report)
    #expect(registry.explain(try .to("http://a.test/x")) == report)
  }

  @Test func `a registry that holds nothing else does not say that it is empty`() throws {
    let registry = StubRegistry(unmatched: .fail)
    Journal().noteIssues {
      for _ in 1...3 { _ = registry.given(isHost(""), line: 3) }
      for line in 4...8 { _ = registry.given(isPort(-line), line: line) }
    }
    #expect(
      registry.explain(try .to("http://a.test/")) == """
        The condition of the stub at UserTests.swift:3 has a mistake, and matches nothing: \
        isHost(""): a host is a name alone, without scheme, path and blanks: "api.example.com", or "*.example.com" for its subdomains
        The condition of the stub at UserTests.swift:4 has a mistake, and matches nothing: \
        isPort(-4): a port is a number from 0 to 65535
        The condition of the stub at UserTests.swift:5 has a mistake, and matches nothing: \
        isPort(-5): a port is a number from 0 to 65535
        … and 3 more with mistakes.
        No stub matches GET http://a.test/
        To stub it:
          registry.stub(condition: isHost("a.test") && isPath("/"), response: .json([:]))
        """)
  }

  @Test func `verify names it, and says no more of it`() throws {
    let (registry, _) = registry(.fail)
    registry.ask(try .to("http://a.test/other"))
    let error = #expect(throws: StubVerificationError.self) { try registry.verify() }
    #expect(
      error?.description == """
        1 problem:

        \(Self.sentence)
        """)
  }

  @Test func `the test is told when the stub is registered`() throws {
    let told = Journal()
    let (registry, _) = registry(.fail, told: told)
    #expect(told.entries == [Self.sentence])
    #expect(registry.issues.map(\.text).contains(Self.sentence))
  }

  @Test func `waiting for its requests ends with the mistake`() async throws {
    let (_, stub) = registry(.fail)
    let error = await #expect(throws: StubWaitTimeout.self) {
      try await stub.waitForRequests(timeout: .zero)
    }
    #expect(error?.description.hasSuffix("\n  → \(Self.sentence)") == true)
  }

  @Test func `a mistaken exception allows nothing, and is told once`() throws {
    let told = Journal()
    let sentence =
      #"The exception in .fail(except:) at MistakenStubTests.swift:2 has a mistake, and allows "#
      + "nothing: isPort(-1): a port is a number from 0 to 65535"
    let registry = told.noteIssues {
      StubRegistry(unmatched: .fail(except: !isPort(-1), line: 2))
    }
    #expect(told.entries == [sentence])
    let request = try URLRequest.to("http://a.test/")
    #expect(registry.isOurs(request))
    #expect(registry.decide(request, body: nil).isRefused)
    #expect(
      registry.nearMissReport(of: StubRequest(request)).hasPrefix(
        """
        \(sentence)
        No stub matches GET http://a.test/
        Until that is corrected, nothing goes to the network (.fail(except: !isPort(-1))).

        """))
    #expect(throws: StubVerificationError.self) { try registry.verify() }
    told.noteIssues {
      registry.surrounding { withStubs { _ in } }
      registry.unmatched = .fail(except: isPort(-1), line: 2)
    }
    #expect(told.entries == [sentence, sentence])
  }

  // Elsewhere a test cannot start a process, and what would start it is not declared.
  #if os(Linux) || os(macOS)
    @Test func `where there is no test, a line on standard error tells it`() async {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) {
        StubRegistry().given(isHost("a.test/x"), line: 3)
      }
      let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(output.contains("StubKit: \(Self.sentence)\n"))
    }
  #endif

  #if os(Linux)
    @Test func `a line that standard error does not take ends no process`() async {
      await #expect(processExitsWith: .success) {
        #expect(dup2(open("/dev/full", O_WRONLY), STDERR_FILENO) == STDERR_FILENO)
        StubRegistry().given(isHost("a.test/x"), line: 3)
        XCTestCase(name: "a test", testClosure: { _ in }).write("a warning")
      }
    }
  #endif
}

extension Decision {
  /// Whether the request fails since no stub answers.
  fileprivate var isRefused: Bool {
    if case .refused = self { true } else { false }
  }
}
