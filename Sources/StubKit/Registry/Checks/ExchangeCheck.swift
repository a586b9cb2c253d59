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
/// The registry calls its checks on a thread that may block: before the client hears that an
/// exchange is over, and once more at the end of the scope. Several exchanges may be checked in
/// parallel.
public protocol ExchangeCheck: Sendable {
  /// Returns the problems with an exchange that has ended, whatever its outcome.
  ///
  /// Each hop that was redirected or challenged is an exchange of its own, and is checked as one. A
  /// request that StubKit passes to the network without loading it is checked only by
  /// `verify(against:)`, and without its answer, which StubKit does not see.
  func problems(with exchange: StubExchange) -> [ExchangeProblem]

  /// Returns the problems with `exchanges`: all so far, or all of an ended scope, oldest first.
  func problems(withAll exchanges: [StubExchange]) -> [ExchangeProblem]
}

extension ExchangeCheck {
  /// Returns no problems.
  public func problems(with exchange: StubExchange) -> [ExchangeProblem] { [] }

  /// Returns no problems.
  public func problems(withAll exchanges: [StubExchange]) -> [ExchangeProblem] { [] }
}
