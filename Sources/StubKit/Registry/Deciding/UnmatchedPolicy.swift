/// What happens to a request that no stub matches.
public struct UnmatchedPolicy: Sendable {
  enum Kind: Sendable {
    case passThrough
    case fail
    // Apart, so that it costs nothing to look at the policy, which every decision does.
    indirect case failExcept(RequestMatcher)
  }

  let kind: Kind
  /// Where the exception was written, if there is one.
  private(set) var location: StubLocation?
  /// What a report adds on a request that is failed.
  private(set) var remark: String?
  /// Whether the remark says all that can be done, so that a stub is not what a report proposes.
  private(set) var remarkIsRemedy = false
  /// What a report in a scope within says, if such a scope does not take over the policy.
  private var remarkWithin: String?

  /// It goes to the network, as if StubKit were not there.
  public static let passThrough = UnmatchedPolicy(kind: .passThrough)

  /// It fails with an error that says which stubs came closest, and never reaches the network.
  public static let fail = UnmatchedPolicy(kind: .fail)

  /// It fails, unless it is one of those that may go to the network.
  ///
  /// ```swift
  /// registry.unmatched = .fail(except: isHost("localhost"))
  /// ```
  /// With a mistake in the matcher (see `RequestMatcher.mistake`) nothing may go to the network.
  public static func fail(
    except allowed: RequestMatcher, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line, column: Int = #column
  ) -> UnmatchedPolicy {
    UnmatchedPolicy(
      kind: .failExcept(allowed),
      location: StubLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// That of `.shared` in a process with `.stubbed` tests.
  static let failAmongTests: UnmatchedPolicy = {
    var policy = UnmatchedPolicy.fail
    policy.remark =
      "From the first `.stubbed` test on `.shared` fails what no stub matches, unless "
      + "StubRegistry.shared.unmatched is set."
    return policy
  }()

  /// The same policy for one scope only: those within it fail what no stub matches.
  ///
  /// - Parameters:
  ///   - remedy: What a report says is to be done about a request that is failed, if not to stub it.
  ///   - remarkWithin: What it adds in a scope within.
  package func kept(fromScopesWithin remarkWithin: String, remedy: String?) -> UnmatchedPolicy {
    var policy = self
    (policy.remark, policy.remarkWithin) = (remedy, remarkWithin)
    policy.remarkIsRemedy = remedy != nil
    return policy
  }

  /// What a scope within the one with this policy takes over.
  var heir: UnmatchedPolicy {
    guard let remarkWithin else { return self }
    var policy = UnmatchedPolicy.fail.kept(fromScopesWithin: remarkWithin, remedy: nil)
    policy.remark = remarkWithin
    return policy
  }

  /// The sentence of the mistake in the exception, if there is one.
  var mistake: String? {
    if case .failExcept(let allowed) = kind { allowed.mistake } else { nil }
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
