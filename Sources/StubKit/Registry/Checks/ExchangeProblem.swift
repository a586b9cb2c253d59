/// Something that an `ExchangeCheck` has found to be wrong.
///
/// The test is told of each text once: an error about an answer at the line of its stub, one about a request
/// where the test, or its scope, begins.
public struct ExchangeProblem: Sendable, Hashable, CustomStringConvertible {
  /// Who has to be put right.
  enum Side { case answer, request }

  let side: Side
  /// What is wrong, in a sentence.
  public let description: String
  /// Whether it fails no test.
  public private(set) var isWarning = false
  /// Whether the text says itself which exchange it is about.
  private(set) var isWhole = false
  /// The stub whose answer is wrong, if that is not the one of the exchange that is judged.
  fileprivate let location: StubLocation?

  private init(_ side: Side, _ text: String, at location: StubLocation? = nil) {
    (self.side, description, self.location) = (side, text, location)
  }

  /// The answer is wrong, and with it the stub that gave it: `stub`, or that of the exchange.
  public static func answer(_ text: String, by stub: Stub? = nil) -> ExchangeProblem {
    ExchangeProblem(.answer, text, at: stub?.location)
  }

  /// The request is wrong, and with it the code that made it.
  public static func request(_ text: String) -> ExchangeProblem { ExchangeProblem(.request, text) }

  /// The problem as a warning, which fails no test.
  public var asWarning: ExchangeProblem {
    var problem = self
    problem.isWarning = true
    return problem
  }

  /// The problem with a text that needs no line about its exchange.
  package var asWhole: ExchangeProblem {
    var problem = self
    problem.isWhole = true
    return problem
  }
}

extension StubIssue {
  /// - Parameter exchange: The exchange that was judged; nil for a problem of all of them.
  init(about problem: ExchangeProblem, with exchange: StubExchange?) {
    let line = exchange.map { "\n  \($0)" } ?? ""
    let text =
      exchange.map { Discretion.here.shown(message: problem.description, of: $0.request) }
      ?? problem.description
    self.init(
      kind: problem.isWarning ? .remark : .objected, text: text + (problem.isWhole ? "" : line),
      location: problem.side == .answer ? problem.location ?? exchange?.stub?.location : nil)
  }
}
