public import Foundation

/// A registry's clock is not of the type that a test asked for.
public struct StubClockMismatch: LocalizedError, CustomStringConvertible, Sendable {
  let found: String
  let wanted: String

  /// Which clock the registry has, and where it is given another one.
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
