/// What becomes of a stub that no request used by the end of its test.
///
/// A stub is used once it was claimed for a request. One that may stay unused without a word is
/// registered with `optional: true`.
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
  public static let warning = UnusedStubs(kind: .warning)
  /// An issue is recorded at the stub's line, and the test fails.
  public static let error = UnusedStubs(kind: .error)
}
