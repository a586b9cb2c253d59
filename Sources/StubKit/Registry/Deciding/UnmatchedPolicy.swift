/// What happens to a request that no stub matches.
public struct UnmatchedPolicy: Sendable {
  enum Kind: Sendable {
    case passThrough
    case fail
    case failExcept(RequestMatcher)
  }

  let kind: Kind

  /// It goes to the network, as if StubKit were not there.
  public static let passThrough = UnmatchedPolicy(kind: .passThrough)

  /// It fails with an error that says which stubs came closest, and never reaches the network.
  public static let fail = UnmatchedPolicy(kind: .fail)

  /// It fails, unless it is one of those that may go to the network.
  ///
  /// ```swift
  /// registry.unmatched = .fail(except: isHost("localhost"))
  /// ```
  public static func fail(except allowed: RequestMatcher) -> UnmatchedPolicy {
    UnmatchedPolicy(kind: .failExcept(allowed))
  }
}

extension UnmatchedPolicy: CustomStringConvertible {
  /// The policy as one would write it.
  public var description: String {
    switch kind {
    case .passThrough: ".passThrough"
    case .fail: ".fail"
    case .failExcept(let allowed): ".fail(except: \(allowed))"
    }
  }
}
