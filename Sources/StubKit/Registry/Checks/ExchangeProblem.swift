/// A problem that an `ExchangeCheck` has found.
///
/// The test is told each text once: at the line of the stub if the answer is wrong, or else where
/// the test or its scope begins.
public struct ExchangeProblem: Sendable, Hashable, CustomStringConvertible {
  enum Side { case answer, request }

  let side: Side
  /// What is wrong, in a sentence.
  public let description: String
  /// Whether the problem is a warning, which fails no test.
  public private(set) var isWarning = false
  /// Whether the text already names its exchange, so that a report need not.
  private(set) var isWhole = false
  /// The location of the stub that the check named; nil for the stub of the judged exchange.
  fileprivate let location: StubLocation?

  private init(_ side: Side, _ text: String, at location: StubLocation? = nil) {
    (self.side, description, self.location) = (side, text, location)
  }

  /// The answer is wrong: the fault of `stub`, or else of the exchange's own stub.
  public static func answer(_ text: String, by stub: Stub? = nil) -> ExchangeProblem {
    ExchangeProblem(.answer, text, at: stub?.location)
  }

  /// The request is wrong: the fault of the code that made it.
  public static func request(_ text: String) -> ExchangeProblem { ExchangeProblem(.request, text) }

  /// The problem as a warning, which fails no test.
  public var asWarning: ExchangeProblem {
    var problem = self
    problem.isWarning = true
    return problem
  }

  package var asWhole: ExchangeProblem {
    var problem = self
    problem.isWhole = true
    return problem
  }
}

extension StubIssue {
  /// `exchange` is nil for a problem with all exchanges together.
  init(about problem: ExchangeProblem, with exchange: StubExchange?) {
    var text = problem.description
    if let exchange {
      text = Discretion.here.shown(text, of: exchange.request)
      if !problem.isWhole { text += "\n  \(exchange)" }
    }
    self.init(
      kind: problem.isWarning ? .remark : .objected, text: text,
      location: problem.side == .answer ? problem.location ?? exchange?.stub?.location : nil)
  }
}
