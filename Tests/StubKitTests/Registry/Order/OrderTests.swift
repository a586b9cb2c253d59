import Foundation
import Testing

@testable import StubKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What `verify(order:)` says.
struct OrderTests {
  private let registry = StubRegistry()
  private let login: Stub
  private let list: Stub
  private let detail: Stub

  init() {
    login = registry.given(isPath("/login"), named: "login", expected: .any, line: 3)
    list = registry.given(isPath("/list"), named: "list", expected: .any, line: 4)
    detail = registry.given(isPath("/detail"), named: "detail", expected: .any, line: 5)
  }

  private func complaint(
    strictly: Bool = false, of verify: ((StubRegistry, Bool) throws -> Void)? = nil
  ) -> String? {
    do {
      if let verify {
        try verify(registry, strictly)
      } else {
        try registry.verify(order: login, list, detail, strictly: strictly)
      }
      return nil
    } catch {
      // Whatever it says, it says at the line of the call.
      let location = (error as? StubOrderError)?.location
      #expect(location?.filePath == #filePath)
      let text = error.localizedDescription
      let place = location.map { "\($0): " } ?? "nowhere"
      #expect(text.hasPrefix(place))
      return String(text.dropFirst(place.count))
    }
  }

  private func ask(_ paths: String...) throws {
    for path in paths { registry.ask(try .to("https://a.test\(path)")) }
  }

  private func begin(_ path: String) throws -> ExchangeLog.ID? {
    registry.begin(try .to("https://a.test\(path)"))
  }

  @Test(arguments: [true, false])
  func `stubs that were asked in the order are in order`(strictly: Bool) throws {
    try ask("/login", "/list", "/detail")
    #expect(complaint(strictly: strictly) == nil)
  }

  @Test func `stubs of one line are told apart by their conditions`() throws {
    let stubs = ["/a", "/b"].map { registry.given(isPath($0), expected: .any, line: 9) }
    try ask("/b", "/a")
    let text = complaint { registry, _ in try registry.verify(order: stubs) }
    #expect(
      text?.hasPrefix(
        """
        The stub for isPath("/b") at UserTests.swift:9 was asked before the stub for isPath("/a") at \
        UserTests.swift:9, and was to come after it:
        """) == true)
  }

  @Test func `a list of stubs has an order, too`() throws {
    try ask("/list", "/login", "/detail")
    try registry.verify(order: [list, login, detail], strictly: true)
    let text = complaint { registry, isStrict in
      try registry.verify(order: [login, list, detail], strictly: isStrict)
    }
    #expect(text == complaint())
    #expect(text?.hasPrefix(#""list" at UserTests.swift:4 was asked before "login""#) == true)
  }

  @Test(arguments: [true, false])
  func `each may be asked several times, and what else is asked does not matter`(
    strictly: Bool
  ) throws {
    try ask("/other", "/login", "/login", "/list", "/other", "/list", "/detail", "/other")
    #expect(complaint(strictly: strictly) == nil)
  }

  @Test(arguments: [true, false])
  func `the two that came the wrong way round are shown with the log between them`(
    strictly: Bool
  ) throws {
    registry.given(isPath("/other"), expected: .any, line: 9)
    try ask("/list", "/other", "/nobody", "/login", "/list", "/detail")
    #expect(
      complaint(strictly: strictly) == """
        "list" at UserTests.swift:4 was asked before "login" at UserTests.swift:3, and was to come after it:
          ✗ GET https://a.test/list → finished from "list" at UserTests.swift:4
            GET https://a.test/other → finished from the stub at UserTests.swift:9
            GET https://a.test/nobody → unmatched
          ✗ GET https://a.test/login → finished from "login" at UserTests.swift:3
        """)
  }

  @Test func `every request to one comes before every request to the next`() throws {
    try ask("/login", "/list", "/detail", "/list")
    #expect(
      complaint() == """
        "detail" at UserTests.swift:5 was asked before "list" at UserTests.swift:4, and was to come after it:
          ✗ GET https://a.test/detail → finished from "detail" at UserTests.swift:5
          ✗ GET https://a.test/list → finished from "list" at UserTests.swift:4
        """)
  }

  @Test func `also where another stub stands between them in the order`() throws {
    let slow = try begin("/list")
    try ask("/detail", "/login")
    registry.end(slow, .finished)
    #expect(
      complaint()?.hasPrefix(#""detail" at UserTests.swift:5 was asked before "login""#) == true)
  }

  @Test func `requests that are in flight together have the order in which they were made`() throws
  {
    let early = try begin("/list")
    try ask("/login")
    registry.end(early, .finished)
    try ask("/detail")
    #expect(
      complaint()?.hasPrefix(#""list" at UserTests.swift:4 was asked before "login" at "#) == true)
  }

  @Test func `the error names the line of the call`() throws {
    let error = #expect(throws: StubOrderError.self) {
      try registry.verify(
        order: login, fileID: "AppTests/OrderTests.swift", filePath: "/x", line: 12, column: 3)
    }
    #expect(
      error?.description
        == #"OrderTests.swift:12: "login" at UserTests.swift:3 was never asked: isPath("/login")"#)
    #expect(error?.location.line == 12)
  }

  @Test func `strictly one has to be over before the next begins`() throws {
    let login = try begin("/login")
    try ask("/other", "/list")
    registry.end(login, .finished)
    try ask("/detail")
    #expect(complaint() == nil)
    #expect(
      complaint(strictly: true) == """
        "list" at UserTests.swift:4 was asked while "login" at UserTests.swift:3 was still answering, and was to come after that:
          ✗ GET https://a.test/login → finished from "login" at UserTests.swift:3
            GET https://a.test/other → unmatched
          ✗ GET https://a.test/list → finished from "list" at UserTests.swift:4
        """)
  }

  @Test func `strictly the wrong way round is told as such, also in flight`() throws {
    let early = try begin("/list")
    try ask("/login")
    registry.end(early, .finished)
    try ask("/detail")
    #expect(
      complaint(strictly: true) == """
        "list" at UserTests.swift:4 was asked before "login" at UserTests.swift:3, and was to come after it:
          ✗ GET https://a.test/list → finished from "list" at UserTests.swift:4
          ✗ GET https://a.test/login → finished from "login" at UserTests.swift:3
        """)
  }

  @Test func `one that is still in flight has ended too late strictly only`() throws {
    try ask("/login")
    _ = try begin("/list")
    try ask("/detail")
    #expect(complaint() == nil)
    #expect(
      complaint(strictly: true)?.contains("→ pending from \"list\" at UserTests.swift:4") == true)
  }

  @Test func `the order is that of the events, not of a clock that stands still`() throws {
    registry.clock = ManualClock()
    try ask("/list", "/login", "/detail")
    #expect(complaint()?.hasPrefix(#""list" at UserTests.swift:4 was asked before"#) == true)
  }

  @Test func `a stub that was never asked is told`() throws {
    try ask("/list")
    #expect(
      complaint() == """
        "login" at UserTests.swift:3 was never asked: isPath("/login")
        "detail" at UserTests.swift:5 was never asked: isPath("/detail")
        """)
  }

  @Test func `of a stub that was never asked a long condition is shortened`() throws {
    let long = registry.given(
      isPath(String(repeating: "/long", count: 1_000)), expected: .any, line: 6)
    let complaint = complaint { registry, _ in try registry.verify(order: long) }
    #expect(
      complaint?.hasPrefix("The stub at UserTests.swift:6 was never asked: isPath(") == true)
    #expect((complaint?.count ?? .max) < 500)
  }

  @Test func `a stub may stand in the order several times, once for each request`() throws {
    let verify: (StubRegistry, Bool) throws -> Void = { [list, detail] registry, strictly in
      try registry.verify(order: list, detail, list, strictly: strictly)
    }
    try ask("/list", "/detail", "/list")
    #expect(complaint(of: verify) == nil)
    #expect(complaint(strictly: true, of: verify) == nil)
    try ask("/list")
    #expect(
      complaint(of: verify)
        == "\"list\" at UserTests.swift:4 stands in the order 2 times, and 3 requests came: "
        + #"isPath("/list")"#)
  }

  @Test func `of these the first that is in the wrong place is told`() throws {
    try ask("/list", "/list", "/detail")
    let text = complaint { [list, detail] registry, _ in
      try registry.verify(order: list, detail, list)
    }
    #expect(
      text == """
        "list" at UserTests.swift:4 was asked before "detail" at UserTests.swift:5, and was to come after it:
          ✗ GET https://a.test/list → finished from "list" at UserTests.swift:4
          ✗ GET https://a.test/detail → finished from "detail" at UserTests.swift:5
        """)
  }

  @Test func `a long log is cut`() throws {
    try ask("/list")
    for number in 1...30 { try ask("/\(number)") }
    try ask("/login", "/detail")
    let lines = complaint()?.split(separator: "\n").map(String.init) ?? []
    #expect(lines.count == 15)
    #expect(lines.dropLast().last == "    … and 19 more")
    #expect(lines.last?.hasPrefix("  ✗ GET https://a.test/login") == true)
  }

  @Test func `requests that the log has dropped have no order`() throws {
    registry.logLimit = LogLimit(exchanges: 3)
    try ask("/login", "/list", "/list", "/detail")
    #expect(
      complaint() == """
        The log holds 0 of 1 request to "login" at UserTests.swift:3: for their order, raise the logLimit of the registry.
        """)
    let text = complaint { [list, detail] registry, _ in
      try registry.verify(order: list, detail)
    }
    #expect(text == nil)
  }

  @Test func `a stub of another registry has no order here`() throws {
    let other = StubRegistry().given(isPath("/a"), named: "other", line: 9)
    try ask("/login")
    let text = complaint { [login] registry, _ in try registry.verify(order: login, other) }
    #expect(
      text
        == "\"other\" at UserTests.swift:9 is not one of this registry's stubs: "
        + "only what was asked of one registry has an order.")
  }

  @Test func `a stub that was removed keeps its place`() throws {
    try ask("/list")
    list.remove()
    try ask("/login", "/detail")
    #expect(complaint()?.contains(#""list" at UserTests.swift:4 was asked before"#) == true)
  }

  @Test func `a secret is not said`() throws {
    try ask("/list?access_token=abc123def456", "/login", "/detail")
    #expect(complaint()?.contains("GET https://a.test/list?access_token=REDACTED") == true)
  }

  @Test func `random orders agree with comparing each two`() throws {
    var random = SeededRandom(seed: 7)
    for _ in 0..<300 {
      let registry = StubRegistry()
      let stubs = (1...3).map { registry.given(isPath("/\($0)"), expected: .any, line: $0) }
      let more = (0..<Int.random(in: 0...4, using: &random)).map { _ in
        Int.random(in: 0..<3, using: &random)
      }
      let isSorted = Bool.random(using: &random)
      let places =
        isSorted ? ([0, 1, 2] + more).sorted() : ([0, 1, 2] + more).shuffled(using: &random)
      // The end is the place of the first call that began after it.
      var calls: [(place: Int, begin: Int, end: Int, id: ExchangeLog.ID?)] = []
      for (begin, place) in places.enumerated() {
        let id = registry.begin(try .to("https://a.test/\(place + 1)"))
        calls.append((place, begin, .max, id))
        for number in calls.indices where calls[number].end == .max {
          guard Bool.random(using: &random) else { continue }
          registry.end(calls[number].id, .finished)
          calls[number].end = begin + 1
        }
      }
      for strictly in [true, false] {
        let isWrong = calls.contains { first in
          calls.contains { second in
            guard first.place < second.place else { return false }
            return strictly ? first.end > second.begin : second.begin < first.begin
          }
        }
        let complaint = complaint(strictly: strictly) { _, strictly in
          try registry.verify(order: stubs[0], stubs[1], stubs[2], strictly: strictly)
        }
        #expect((complaint != nil) == isWrong)
      }
    }
  }
}
