import Foundation
import StubKit
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What `verify()` throws.
struct LogVerificationTests {
  private struct Broken: Error, CustomStringConvertible {
    let description = "the fixture is broken"
  }

  private let registry = StubRegistry()

  private func complaint(of registry: StubRegistry) -> String? {
    do {
      try registry.verify()
      return nil
    } catch {
      return error.localizedDescription
    }
  }

  @Test func `a registry that was asked what it was told to answer is in order`() throws {
    registry.given(isPath("/users"), line: 1)
    registry.given(isPath("/optional"), expected: .any, line: 2)
    registry.ask(try .to("https://a.test/users"))
    #expect(complaint(of: registry) == nil)
  }

  @Test func `everything that is wrong is listed at once`() throws {
    // That it is unused is said by the report on the request that it was meant for.
    registry.given(isPath("/users"), named: "users", line: 12)
    registry.given(isPath("/about/all/posts"), named: "posts", line: 15)
    let login = registry.given(isPath("/login"), named: "login", line: 8)
    registry.ask(try .to("https://a.test/user"))
    registry.ask(try .to("https://a.test/user"))
    let exchange = registry.begin(try .to("https://a.test/login", method: "POST"))
    #expect(login.callCount == 1)
    registry.end(exchange, .threw, error: Broken())

    #expect(
      complaint(of: registry) == """
        3 problems:

        No stub matches GET https://a.test/user (2 times)
        The closest one of 3 stubs:
          "users" at UserTests.swift:12
            ✗ isPath("/users"): the path is "/user"
        To stub it:
          registry.stub(condition: isHost("a.test") && isPath("/user"), response: .json([:]))

        The closure of "login" at UserTests.swift:8 threw for POST https://a.test/login: the fixture is broken

        "posts" at UserTests.swift:15 was never used: isPath("/about/all/posts")
        """)
  }

  @Test func `a stub without a name is known by its line`() {
    registry.given(isPath("/a"), line: 3)
    #expect(
      complaint(of: registry)
        == "1 problem:\n\nThe stub at UserTests.swift:3 was never used: isPath(\"/a\")"
        + silenceRemark)
  }

  private struct Readable: LocalizedError {
    let errorDescription: String? = "The tea is out."
  }

  private static let missingKey = DecodingError.dataCorrupted(
    .init(codingPath: [], debugDescription: "There is no name."))
  private static let unencodable = EncodingError.invalidValue(
    1, .init(codingPath: [], debugDescription: "It is no text."))

  @Test func `what an error of coding says is in its text`() {
    #expect("\(Self.missingKey)".contains("There is no name."))
    #expect("\(Self.unencodable)".contains("It is no text."))
  }

  @Test func `a stub that is hidden by a newer one is told which`() throws {
    registry.given(isPath("/a"), line: 52)
    registry.given(isHost("a.test"), line: 53)
    registry.ask(try .to("https://a.test/a"))
    registry.ask(try .to("https://a.test/b"))
    #expect(
      complaint(of: registry) == """
        1 problem:

        The stub at UserTests.swift:52 was never used: isPath("/a")
          → GET https://a.test/a matches, and the stub at UserTests.swift:53, which is newer, answered it.
        """)
  }

  @Test func `so is one that is hidden by a higher priority`() throws {
    registry.given(isPath("/a"), times: 1, line: 51)
    registry.ask(try .to("https://a.test/a"))
    registry.given(isHost("a.test"), priority: 1, line: 52)
    registry.given(isPath("/a"), line: 53)
    for _ in 1...2 { registry.ask(try .to("https://a.test/a")) }
    #expect(
      complaint(of: registry) == """
        1 problem:

        The stub at UserTests.swift:53 was never used: isPath("/a")
          → GET https://a.test/a matches, and the stub at UserTests.swift:52, which has a higher priority, answered it.
        """)
  }

  @Test func `looking for what hides a stub runs no closure`() throws {
    let calls = Calls()
    registry.given(isHost("a.test") && satisfies { _ in calls.add(true) > 0 }, line: 52)
    registry.given(isPath("/a"), line: 53)
    registry.ask(try .to("https://a.test/a"))
    #expect(complaint(of: registry)?.contains("is newer") == false)
    #expect(calls.all.isEmpty)
  }

  @Test(arguments: [
    (Broken() as any Error & Sendable, "the fixture is broken"),
    (Readable(), "The tea is out."),
    (URLError(.badURL), URLError(.badURL).localizedDescription),
    (missingKey, "\(missingKey)"), (unencodable, "\(unencodable)"),
  ])
  func `an error reads as it was made to be read`(
    error: any Error & Sendable, text: String
  ) throws {
    registry.given(isPath("/a"), line: 3)
    registry.end(registry.begin(try .to("https://a.test/a")), .threw, error: error)
    #expect(
      complaint(of: registry) == """
        1 problem:

        The closure of the stub at UserTests.swift:3 threw for GET https://a.test/a: \(text)
        """)
  }

  @Test func `a failure is not forgotten when the log is full`() throws {
    registry.logLimit = LogLimit(exchanges: 5)
    registry.ask(try .to("https://a.test/lost", method: "POST", body: "body"))
    registry.given(anyRequest(), line: 1)
    for _ in 0..<100 { registry.ask(try .to("https://a.test/")) }
    #expect(registry.unmatchedRequests.isEmpty)
    #expect(complaint(of: registry)?.contains("No stub matches POST https://a.test/lost") == true)
    registry.reset()
    #expect(complaint(of: registry) == nil)
  }

  @Test func `what a policy lets out is no mistake`() throws {
    registry.unmatched = .fail(except: isHost("localhost"))
    registry.ask(try .to("http://localhost/"))
    #expect(complaint(of: registry) == nil)
    #expect(registry.unmatchedRequests.count == 1)
  }

  @Test func `a long list is cut`() {
    for line in 1...30 { registry.given(isPath("/\(line)"), line: line) }
    let complaint = complaint(of: registry)
    #expect(complaint?.hasPrefix("30 problems:\n\n") == true)
    #expect(complaint?.hasSuffix("\n\n… and 10 more.") == true)
  }
}
