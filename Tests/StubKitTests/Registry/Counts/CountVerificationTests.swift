import Foundation
import StubKit
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What `verify()` says of how often stubs were asked.
struct CountVerificationTests {
  private let registry = StubRegistry()

  private var complaint: String? {
    do {
      try registry.verify()
      return nil
    } catch {
      return error.localizedDescription
    }
  }

  private func ask(_ path: String, times: Int = 1, method: String = "GET") throws {
    for _ in 0..<times { registry.ask(try .to("https://a.test\(path)", method: method)) }
  }

  @Test(
    arguments: [
      (0, [0]), (1, [1]), (2, [2]), (.never, [0]), (.between(1...3), [1, 2, 3]),
      (.atLeast(0), [0, 1, 2, 3, 5]), (.atLeast(1), [1, 2, 3, 5]), (.atLeast(2), [2, 3, 5]),
      (.atMost(2), [0, 1, 2]), (.any, [0, 1, 2, 3, 5]), (.standard, [1, 2, 3, 5]),
    ] as [(StubCount, [Int])])
  func `a count is met by what it says, and by nothing else`(
    count: StubCount, enough: [Int]
  ) throws {
    for times in [0, 1, 2, 3, 5] {
      let registry = StubRegistry()
      registry.given(isPath("/a"), expected: count, line: 1)
      for _ in 0..<times { registry.ask(try .to("https://a.test/a")) }
      let isMet = (try? registry.verify()) != nil
      #expect(isMet == enough.contains(times), "\(times) requests")
    }
  }

  @Test func `a request that was answered before is not missed by a newer stub`() throws {
    registry.given(isPath("/a"), line: 1)
    try ask("/a")
    registry.given(isPath("/a"), expected: 1, line: 2)
    #expect(
      complaint?.hasSuffix("expected exactly 1 request, and none came: isPath(\"/a\")") == true)
  }

  @Test func `after a reset as many requests are noted as before`() throws {
    for _ in 1...2 {
      for line in 1...100 { registry.given(isPath("/a"), times: 1, expected: .never, line: line) }
      try ask("/a", times: 100)
      #expect(complaint?.hasPrefix("100 problems:") == true)
      registry.reset()
    }
  }

  @Test(
    arguments: [
      (3, "exactly 3 requests, and 1 came"), (.atLeast(2), "at least 2 requests, and 1 came"),
      (.between(2...3), "2 to 3 requests, and 1 came"),
    ] as [(StubCount, String)])
  func `too few requests are told with what was expected`(
    count: StubCount, text: String
  ) throws {
    registry.given(isPath("/a"), named: "a", expected: count, line: 3)
    try ask("/a")
    #expect(
      complaint == """
        1 problem:

        "a" at UserTests.swift:3 expected \(text): isPath("/a")
        """)
  }

  @Test func `a stub that was expected and never asked says so`() {
    registry.given(isPath("/a"), expected: 1, line: 3)
    #expect(
      complaint == """
        1 problem:

        The stub at UserTests.swift:3 expected exactly 1 request, and none came: isPath("/a")
        """ + silenceRemark)
  }

  @Test(
    arguments: [
      (2, "exactly 2 requests, and 4 came; number 3 was GET https://a.test/a?n=3"),
      (.atMost(1), "at most 1 request, and 4 came; number 2 was GET https://a.test/a?n=2"),
      (.between(1...3), "1 to 3 requests, and 4 came; number 4 was GET https://a.test/a?n=4"),
      (.never, "no request, and 4 came; the first was GET https://a.test/a?n=1"),
    ] as [(StubCount, String)])
  func `too many requests are told with the first that was one too many`(
    count: StubCount, text: String
  ) throws {
    registry.given(isPath("/a"), named: "a", expected: count, line: 3)
    for number in 1...4 { try ask("/a?n=\(number)") }
    #expect(
      complaint == """
        1 problem:

        "a" at UserTests.swift:3 expected \(text)
        """)
  }

  @Test func `both are said, and what is not written is said in its own words`() throws {
    registry.given(isPath("/a"), expected: 1, line: 1)
    registry.given(isPath("/b"), expected: .never, line: 2)
    registry.given(isPath("/c"), line: 3)
    try ask("/b")
    #expect(
      complaint == """
        3 problems:

        The stub at UserTests.swift:2 expected no request, and 1 came; the first was GET https://a.test/b

        The stub at UserTests.swift:1 expected exactly 1 request, and none came: isPath("/a")

        The stub at UserTests.swift:3 was never used: isPath("/c")
        """)
  }

  @Test func `what came closest is shown with what kept it away`() throws {
    registry.unmatched = .fail(except: isMethod("OPTIONS"))
    registry.given(isPath("/upload") && isMethodPUT(), named: "put", expected: .any, line: 9)
    registry.given(isMethodPOST() && isPath("/upload"), expected: 2, line: 3)
    try ask("/upload", method: "POST")
    try ask("/upload", method: "PUT")
    try ask("/something/else", method: "OPTIONS")
    #expect(
      complaint == """
        1 problem:

        The stub at UserTests.swift:3 expected exactly 2 requests, and 1 came: isMethodPOST() && isPath("/upload")
          → PUT https://a.test/upload came close, and "put" at UserTests.swift:9 answered it:
            ✗ isMethodPOST(): the method is PUT
        """)
    try ask("/upload", method: "OPTIONS")
    #expect(
      complaint?.hasSuffix(
        """
          → OPTIONS https://a.test/upload came close, and it went to the network:
            ✗ isMethodPOST(): the method is OPTIONS
        """) == true)
  }

  @Test(arguments: [nil, .cancelled] as [StubExchange.Outcome?])
  func `what no stub matches has not gone to the network, whatever became of it`(
    outcome: StubExchange.Outcome?
  ) throws {
    registry.given(isMethodPOST() && isPath("/upload"), expected: 2, line: 3)
    try ask("/upload", method: "POST")
    let exchange = registry.begin(try .to("https://a.test/upload", method: "PUT"))
    if let outcome { registry.end(exchange, outcome) }
    #expect(
      complaint == """
        1 problem:

        The stub at UserTests.swift:3 expected exactly 2 requests, and 1 came: isMethodPOST() && isPath("/upload")
          → PUT https://a.test/upload came close, and no stub matches it:
            ✗ isMethodPOST(): the method is PUT
        """)
  }

  @Test func `a request that came before its stub says so`() throws {
    try ask("/late")
    registry.given(isPath("/late"), line: 3)
    #expect(
      complaint?.hasSuffix(
        """
        The stub at UserTests.swift:3 was never used: isPath("/late")
          → GET https://a.test/late came before this stub was registered.
        """) == true)
    registry.reset()
    registry.given(isPath("/gone"), expected: 1, line: 4).remove()
    try ask("/gone")
    #expect(complaint?.contains("and none came") == true)
    #expect(complaint?.contains("came before") == false)
  }

  @Test func `a request that is nearest without a match is not said to match`() throws {
    registry.given(isHost("*.a.test") && isPath("/x"), line: 4)
    registry.given(isPath("/x"), expected: .any, line: 9)
    try ask("/x")
    let remark = "GET https://a.test/x came close, and the stub at UserTests.swift:9 answered it:"
    #expect(complaint?.contains(remark) == true, "\(complaint ?? "")")
  }

  @Test func `only the request that came closest is shown`() throws {
    registry.given(isHost("a.test") && isPath("/users/1"), expected: 1, line: 3)
    registry.given(pathStartsWith("/users/1"), named: "rest", expected: .any, line: 4)
    for path in ["/users/123", "/users/12", "/users/1234"] { try ask(path) }
    let complaint = complaint
    #expect(complaint?.contains("/users/12 came close") == true)
    #expect(complaint?.split(separator: "came close").count == 2)
  }

  @Test func `looking for what came close runs no closure`() throws {
    let calls = Calls()
    registry.given(
      isPath("/a") && isMethodPOST() && satisfies { _ in calls.add(true) > 0 }, expected: 1, line: 3
    )
    registry.given(anyRequest(), named: "all", expected: .any, line: 4)
    try ask("/a")
    #expect(complaint?.contains("✗ isMethodPOST(): the method is GET") == true)
    #expect(calls.all.isEmpty)
  }

  @Test func `a cancelled request and a closure that throws count`() throws {
    registry.given(isPath("/a"), expected: 2, line: 3)
    registry.end(registry.begin(try .to("https://a.test/a")), .cancelled)
    registry.end(registry.begin(try .to("https://a.test/a")), .failed)
    #expect(complaint == nil)
  }

  @Test func `what is written outlives the stub, and what is usual does not`() throws {
    let written = registry.given(isPath("/a"), expected: 2, line: 3)
    let met = registry.given(isPath("/b"), expected: 1, line: 4)
    let usual = registry.given(isPath("/c"), line: 5)
    try ask("/a")
    try ask("/b")
    for stub in [written, met, usual] { stub.remove() }
    let text = """
      1 problem:

      The stub at UserTests.swift:3 expected exactly 2 requests, and 1 came: isPath("/a")
      """
    #expect(complaint == text)
    registry.removeAll()
    #expect(complaint == text)
    registry.reset()
    #expect(complaint == nil)
  }

  @Test func `removing all stubs keeps what was written of them`() throws {
    registry.given(isPath("/a"), expected: 1, line: 3)
    registry.given(isPath("/b"), expected: .never, line: 4)
    try ask("/b")
    registry.removeAll()
    #expect(
      complaint == """
        2 problems:

        The stub at UserTests.swift:4 expected no request, and 1 came; the first was GET https://a.test/b

        The stub at UserTests.swift:3 expected exactly 1 request, and none came: isPath("/a")
        """)
  }

  @Test func `a registry that is reset expects nothing any more`() throws {
    registry.given(isPath("/a"), expected: 1, line: 3)
    registry.given(isPath("/b"), expected: .never, line: 4)
    try ask("/b")
    registry.reset()
    #expect(complaint == nil)
  }

  @Test(arguments: [.standard, .never, 2] as [StubCount])
  func `a negative number of answers is a mistake, and nothing else is said of it`(
    count: StubCount
  ) throws {
    let told = Journal()
    let stub = told.noteIssues {
      registry.given(isPath("/a"), times: -2, expected: count, line: 3)
    }
    let sentence =
      "The number of answers of the stub at UserTests.swift:3 has a mistake, and counts as 0: "
      + "times: -2: a count cannot be negative"
    #expect(told.entries == [sentence])
    #expect(
      complaint?.hasPrefix("1 problem:\n\n" + sentence.prefix(65)) == true)
    #expect(!stub.isActive)
  }

  @Test(
    arguments: [
      (-1, nil, "-1: a count cannot be negative"),
      (.atLeast(-2), nil, ".atLeast(-2): a count cannot be negative"),
      (.atMost(-2), nil, ".atMost(-2): a count cannot be negative"),
      (.between(-1...2), nil, ".between(-1...2): a count cannot be negative"),
      (3, 2, "3: it answers no more than 2 requests (times: 2)"),
      (.atLeast(2), 1, ".atLeast(2): it answers no more than 1 request (times: 1)"),
      (.atLeast(1), 0, ".atLeast(1): it answers no request (times: 0)"),
    ] as [(StubCount, Int?, String)])
  func `a count that cannot be is a mistake, and nothing else is said of it`(
    count: StubCount, times: Int?, text: String
  ) throws {
    let stub = registry.given(isPath("/a"), times: times, expected: count, line: 3)
    #expect(
      complaint == """
        1 problem:

        The expected count of the stub at UserTests.swift:3 has a mistake, and is not checked: \(text)
        """)
    if times != 0 {
      try ask("/a")
      #expect(stub.callCount == 1)
    }
    stub.remove()
    #expect(complaint == nil)
  }

  @Test(
    arguments: [(2, 2), (.atMost(5), 2), (.never, 1), (.any, 0), (.standard, 0)]
      as [(StubCount, Int)])
  func `a count that the limit allows is none`(count: StubCount, times: Int) throws {
    registry.given(isPath("/a"), times: times, expected: count, line: 3)
    if count == 2 { try ask("/a", times: 2) }
    #expect(complaint == nil)
  }

  @Test func `a stub that is used up has answered what was expected`() throws {
    registry.given(isPath("/a"), times: 2, expected: 2, line: 3)
    try ask("/a", times: 2)
    #expect(complaint == nil)
  }

  @Test func `a secret of the request too many is not said`() throws {
    registry.given(isPath("/a"), expected: .never, line: 3)
    try ask("/a?access_token=abc123def456")
    #expect(complaint?.contains("abc123def456") == false)
    #expect(complaint?.contains("access_token=REDACTED") == true)
  }
}
