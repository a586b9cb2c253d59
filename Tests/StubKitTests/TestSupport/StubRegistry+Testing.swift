import Foundation

@testable import StubKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension StubRegistry {
  /// Registers a stub as if it stood at a line of `UserTests.swift`.
  @discardableResult
  func given(
    _ condition: RequestMatcher, named name: String? = nil, priority: Int = 0, times: Int? = nil,
    expected: StubCount = .standard, line: Int
  ) -> Stub {
    stub(
      condition: condition, named: name, priority: priority, times: times, expected: expected,
      fileID: "AppTests/UserTests.swift", filePath: "/App/Tests/UserTests.swift", line: line,
      column: 5, response: .status(204))
  }

  /// Decides on a request as if its loading started, and returns its exchange.
  func begin(_ request: URLRequest) -> ExchangeLog.ID? {
    decide(request, body: request.httpBody).exchange
  }

  /// Lets a request end that was begun.
  func end(
    _ exchange: ExchangeLog.ID?, _ outcome: StubExchange.Outcome, error: (any Error)? = nil
  ) {
    if let issue = conclude(exchange, outcome, error: error).issue { report(issue) }
  }

  /// Decides on a request as if its loading started, and lets it end.
  func ask(_ request: URLRequest) {
    let decision = decide(request, body: request.httpBody)
    switch decision {
    case .claimed:
      conclude(decision.exchange, .finished)
    case .refused:
      let report = nearMissReport(of: decision.request, in: decision.exchange)
      end(decision.exchange, .unmatched, error: URLError(.resourceUnavailable, report, url: nil))
    case .unsendable(let request, _):
      end(decision.exchange, .cannotBeSent, error: URLError.unsendable(request))
    case .released, .ignored:
      conclude(decision.exchange, .passedThrough)
    }
  }
}

/// What closures have seen, in the order in which they were called.
final class Calls: Sendable {
  private let values = Locked<[Bool]>([])

  /// Everything that was added.
  var all: [Bool] { values.withLock { $0 } }

  /// Adds a value and returns how many there are.
  @discardableResult
  func add(_ value: Bool) -> Int {
    values.withLock { values in
      values.append(value)
      return values.count
    }
  }
}

/// Has a scope that is over, as if another test had run before.
///
/// In a process that has had only one scope, whatever has lost its scope is that one's, and fails its test.
func haveOtherScope() { withStubs { _ in } }
