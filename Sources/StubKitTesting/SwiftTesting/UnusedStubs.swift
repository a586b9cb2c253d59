import StubKit

/// What happens if no request has used a stub by the end of its test.
///
/// A stub counts as used once it is claimed for a request. Register a stub that may stay unused
/// with `expected: .any`. A stub with any other explicit `expected:` fails the test if that count
/// is not met, whatever this value is.
public struct UnusedStubs: Sendable, Hashable {
  /// Nil if nothing is recorded.
  let severity: StubIssue.Severity?

  /// Nothing is recorded.
  public static let ignore = UnusedStubs(severity: nil)
  /// A warning is recorded at the stub's line, where the toolchain knows warnings; the default.
  ///
  /// XCTest knows no warnings; a message with the stub's line is written to standard error.
  public static let warning = UnusedStubs(severity: .warning)
  /// An issue is recorded at the stub's line, and the test fails.
  public static let error = UnusedStubs(severity: .error)
}
