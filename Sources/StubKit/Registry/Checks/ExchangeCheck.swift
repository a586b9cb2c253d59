/// Judges the requests of a test and the answers of its stubs, exchange by exchange.
///
/// ```swift
/// struct HasTraceID: ExchangeCheck {
///   func problems(with exchange: StubExchange) -> [ExchangeProblem] {
///     let id = exchange.request.headers["X-Trace-ID"]
///     return id == nil ? [.request("It has no X-Trace-ID.")] : []
///   }
/// }
///
/// @Suite(.stubbed(checking: HasTraceID())) struct CheckoutTests { … }
/// ```
/// A registry asks its checks on a thread that may block: before the client hears that an exchange is
/// over, and once more at the end of the scope. A check may be called for several exchanges in parallel.
public protocol ExchangeCheck: Sendable {
  /// Returns what is wrong with an exchange that has ended, whatever its outcome.
  ///
  /// A hop that was redirected or challenged is an exchange of its own, and is judged like any other.
  func problems(with exchange: StubExchange) -> [ExchangeProblem]

  /// Returns what is wrong with all exchanges of a scope together, oldest first, once the scope is over.
  func problems(withAll exchanges: [StubExchange]) -> [ExchangeProblem]
}

extension ExchangeCheck {
  /// Returns no problems.
  public func problems(with exchange: StubExchange) -> [ExchangeProblem] { [] }

  /// Returns no problems.
  public func problems(withAll exchanges: [StubExchange]) -> [ExchangeProblem] { [] }
}
