public import Foundation

extension StubRegistry {
  /// The time since the registry was made or was given its clock, on that clock.
  ///
  /// ```swift
  /// try await app.refresh()
  /// #expect(StubRegistry.current.elapsed < .seconds(10))
  /// ```
  public var elapsed: Duration {
    // The clock may be a user's, so it is not called under the lock.
    state.withLock { $0.stopwatch }.elapsed
  }

  /// The clock as its own type, so that a test can move a clock that `.stubbed` has made.
  ///
  /// ```swift
  /// @Test(.stubbed(clock: .manual)) func `a slow list shows a spinner`() async throws {
  ///   let clock = try StubRegistry.current.clock(as: ManualClock.self)
  ///   …
  ///   await clock.advance(by: .seconds(30))
  /// }
  /// ```
  /// - Throws: `StubClockMismatch` if the clock has another type; it says where to give the clock.
  public func clock<Wanted: Clock<Duration>>(as type: Wanted.Type) throws -> Wanted {
    let clock = clock
    guard let wanted = clock as? Wanted else {
      throw StubClockMismatch(found: "\(Swift.type(of: clock))", wanted: "\(type)")
    }
    return wanted
  }

  /// Only the decision of `canInit`, for the benchmark.
  package func answers(_ request: URLRequest) -> Bool { isOurs(request) }
}

/// A registry's clock is not of the type that a test asked for.
public struct StubClockMismatch: LocalizedError, CustomStringConvertible, Sendable {
  let found: String
  let wanted: String

  /// Which clock the registry has, and where to give it another one.
  public var description: String {
    let expression =
      switch wanted {
      case "ManualClock": ".manual"
      case "FastForwardClock": ".fastForward"
      default: "…"
      }
    return """
      The registry's clock is a \(found), not a \(wanted).
        → Give the test one: .stubbed(clock: \(expression)), or withStubs(clock: \(expression)) around \
      this code.
      """
  }

  /// The same as `description`.
  public var errorDescription: String? { description }
}
