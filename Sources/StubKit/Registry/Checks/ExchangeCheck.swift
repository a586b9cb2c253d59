/// Judges what a test asks and what its stubs answer, exchange by exchange.
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
/// A registry asks its checks before the client hears that an exchange is over, on a thread that may wait, and
/// once more at the end of the scope. They may be asked about several exchanges at once.
public protocol ExchangeCheck: Sendable {
  /// Returns what is wrong with an exchange that has ended, whatever its outcome.
  ///
  /// A hop that was redirected or challenged is an exchange of its own, and is judged with the one that ends
  /// the request.
  func problems(with exchange: StubExchange) -> [ExchangeProblem]

  /// Returns what is wrong with all exchanges of a scope together, oldest first, once the scope is over.
  func problems(withAll exchanges: [StubExchange]) -> [ExchangeProblem]
}

extension ExchangeCheck {
  /// Nothing.
  public func problems(with exchange: StubExchange) -> [ExchangeProblem] { [] }

  /// Nothing.
  public func problems(withAll exchanges: [StubExchange]) -> [ExchangeProblem] { [] }
}
