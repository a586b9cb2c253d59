import Foundation
import StubKit
import Testing

/// How many requests one can say that a stub has to answer.
struct StubCountTests {
  @Test(
    arguments: [
      (3, "3"), (.exactly(1), "1"), (0, ".never"), (.never, ".never"), (.any, ".any"),
      (.atLeast(0), ".any"), (.atLeast(2), ".atLeast(2)"), (.atMost(2), ".atMost(2)"),
      (.atMost(0), ".never"), (.between(1...3), ".between(1...3)"), (.between(2...2), "2"),
      (.between(0...3), ".atMost(3)"), (.standard, ".standard"), (-1, "-1"),
      (.atLeast(-2), ".atLeast(-2)"), (.between(-1...1), ".between(-1...1)"),
    ] as [(StubCount, String)])
  func `a count prints as one would write it`(count: StubCount, text: String) {
    #expect("\(count)" == text)
  }

  @Test func `counts are equal if they ask for the same`() {
    #expect(StubCount.exactly(2) == 2)
    #expect(StubCount.between(1...1) == 1)
    #expect(StubCount.atLeast(1) != 1)
  }

  @Test func `what is written is not what is usual`() {
    #expect(StubCount.atLeast(1) != .standard)
  }

  @Test func `a stub has the count that it was given`() {
    let registry = StubRegistry()
    #expect(registry.given(anyRequest(), line: 1).expected == .standard)
    #expect(registry.given(anyRequest(), expected: 2, line: 1).expected == 2)
  }
}
