import Foundation
import StubKit
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Reports on requests to a stub server's own address.
struct ServedRequestReportTests {
  private let registry = StubRegistry()
  private let address = "http://127.0.0.1:5"

  init() {
    // Never removed: the list is the process's, and no socket is given this port.
    ServedPorts.add(5, of: registry)
  }

  private func report(on request: URLRequest) -> String { registry.explain(request) }

  @Test func `a stub for another port gets no port of today`() throws {
    registry.given(isPort(8080) && isPath("/users"), line: 1)
    #expect(
      try report(on: .to("\(address)/users")) == """
        No stub matches GET http://127.0.0.1:5/users
        It came by a stub server's own address, which isPort(8080) does not match: give the client \
        `server.url(for: …)` as its base address.
        The only stub:
          the stub at UserTests.swift:1
            ✗ isPort(8080): the port is 5
            ✓ isPath("/users")
        To stub it:
          registry.stub(condition: isPath("/users"), response: .json([:]))
        """)
  }

  @Test func `nor does a stub for a whole address`() throws {
    registry.given(isGET("http://127.0.0.1:8080/users"), line: 1)
    #expect(
      try report(on: .to("\(address)/users")).hasSuffix(
        """
        To stub it:
          registry.stub(condition: isPath("/users"), response: .json([:]))
        """))
  }

  @Test func `a stub whose host is right is not said to miss it`() throws {
    registry.given(isHost("127.0.0.1") && isPath("/user"), line: 1)
    #expect(
      try report(on: .to("\(address)/users")) == """
        No stub matches GET http://127.0.0.1:5/users
        The only stub:
          the stub at UserTests.swift:1
            ✓ isHost("127.0.0.1")
            ✗ isPath("/user"): the path is "/users"
        To stub it:
          registry.stub(condition: isPath("/users"), response: .json([:]))
        """)
  }

  @Test(arguments: [
    (isHost("api.test") || isHost("b.test"), #"isHost("api.test")"#),
    (isHost("127.0.0.1") && isPath("/a") || isHost("b.test") && isPath("/b"), nil),
    (isPath("/user") && !isHost("127.0.0.1"), nil),
    (isGET("https://api.test/users"), #"isHost("api.test")"#),
  ])
  func `the client is given another address if no alternative has this one`(
    condition: RequestMatcher, missed: String?
  ) throws {
    registry.given(condition, line: 1)
    let remark = try report(on: .to("\(address)/users")).split(separator: "\n").first {
      $0.hasPrefix("It came by")
    }
    #expect(
      remark.map(String.init)
        == missed.map {
          "It came by a stub server's own address, which \($0) does not match: give the client "
            + "`server.url(for: …)` as its base address."
        })
  }

  @Test func `nothing is to be asked of a server that is gone tomorrow`() throws {
    let request = try URLRequest.to("\(address)/users", method: "POST", body: "{}")
    #expect(
      report(on: request) == """
        No stub matches POST http://127.0.0.1:5/users
        No stub is registered in this registry.
        To stub it:
          registry.stub(condition: isPath("/users") && isMethodPOST(), response: .json([:]))
        """)
  }

  @Test(arguments: [UnmatchedPolicy.passThrough, .fail(except: anyRequest())])
  func `where others go to the network, the report says why this one does not`(
    policy: UnmatchedPolicy
  ) throws {
    registry.unmatched = policy
    #expect(
      try report(on: .to("\(address)/users")) == """
        No stub matches GET http://127.0.0.1:5/users
        No stub is registered in this registry.
        Nothing goes to the network from a stub server's own address (\(policy)).
        To stub it:
          registry.stub(condition: isPath("/users"), response: .json([:]))
        """)
  }
}
