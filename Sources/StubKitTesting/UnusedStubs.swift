/// What happens if no request has used a stub by the end of its test.
///
/// A stub counts as used once it is claimed for a request. Register a stub that may stay unused
/// with `expected: .any`. A stub with any other explicit `expected:` fails the test if that count
/// is not met, whatever this value is.
public struct UnusedStubs: Sendable, Hashable {
  enum Kind: Sendable {
    case ignore
    case warning
    case error
  }

  let kind: Kind

  /// Nothing is recorded.
  public static let ignore = UnusedStubs(kind: .ignore)
  /// A warning is recorded at the stub's line, where the toolchain knows warnings; the default.
  ///
  /// XCTest knows no warnings; a message with the stub's line is written to standard error.
  public static let warning = UnusedStubs(kind: .warning)
  /// An issue is recorded at the stub's line, and the test fails.
  public static let error = UnusedStubs(kind: .error)
}
