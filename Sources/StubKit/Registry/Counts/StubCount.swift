/// How many requests a stub is expected to answer in all.
///
/// ```swift
/// stub(condition: isPath("/login"), expected: 1, response: .json([:]))
/// stub(condition: isPath("/events"), expected: .between(1...3), response: .status(204))
/// stub(condition: isPath("/logout"), expected: .never, response: .status(204))
/// ```
/// An integer literal means exactly that many requests. A request counts as soon as its loading
/// starts, even if it is cancelled later; see ``Stub/callCount``.
public struct StubCount: Sendable, Hashable {
  package let least: Int
  package let most: Int
  /// Whether this is `.standard`, which applies if the test gives no count.
  package let isUsual: Bool

  private init(_ least: Int, _ most: Int, isUsual: Bool = false) {
    (self.least, self.most, self.isUsual) = (least, most, isUsual)
  }

  /// At least once, the default: a test is warned of a stub that stays unused.
  ///
  /// With an explicit `.atLeast(1)`, an unused stub fails the test instead.
  public static let standard = StubCount(1, .max, isUsual: true)

  /// Any number of requests, or none.
  public static let any = StubCount(0, .max)

  /// No request at all.
  public static let never = exactly(0)

  /// Exactly this many requests, which can be written as the number alone.
  public static func exactly(_ count: Int) -> StubCount { StubCount(count, count) }

  /// At least this many requests.
  public static func atLeast(_ count: Int) -> StubCount { StubCount(count, .max) }

  /// At most this many requests.
  public static func atMost(_ count: Int) -> StubCount { StubCount(0, count) }

  /// A number of requests within a range that includes both ends.
  public static func between(_ range: ClosedRange<Int>) -> StubCount {
    StubCount(range.lowerBound, range.upperBound)
  }
}

extension StubCount: ExpressibleByIntegerLiteral {
  /// Exactly this many requests.
  public init(integerLiteral count: Int) { self = .exactly(count) }
}

extension StubCount: CustomStringConvertible {
  /// The count as source code: `3`, `.atLeast(2)`.
  public var description: String { isUsual ? ".standard" : texts.source }
}

extension StubCount {
  package var phrase: String { texts.words }

  private var texts: (source: String, words: String) {
    switch (least, most) {
    case (0, 0): (".never", "no request")
    case (0, .max): (".any", "any number of requests")
    case (least, least): ("\(least)", "exactly \(least.requests)")
    case (_, .max): (".atLeast(\(least))", "at least \(least.requests)")
    case (0, _): (".atMost(\(most))", "at most \(most.requests)")
    default: (".between(\(least)...\(most))", "\(least) to \(most.requests)")
    }
  }

  func mistake(answering times: Int?) -> String? {
    if let times, times < 0 { return "times: \(times): a count cannot be negative" }
    if least < 0 || most < 0 { return "\(self): a count cannot be negative" }
    guard !isUsual, let times, times < least else { return nil }
    let answers = times <= 0 ? "no request" : "no more than \(times.requests)"
    return "\(self): it answers \(answers) (times: \(times))"
  }
}

extension Int {
  package var requests: String { self == 1 ? "1 request" : "\(self) requests" }
}
