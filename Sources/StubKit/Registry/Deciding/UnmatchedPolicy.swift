/// What happens to a request that no stub matches.
public struct UnmatchedPolicy: Sendable {
  enum Kind: Sendable {
    case passThrough
    case fail
    // Boxed, so that looking at the policy, as every decision does, costs nothing.
    indirect case failExcept(RequestMatcher)
  }

  let kind: Kind
  /// Where the exception was written, if there is one.
  private(set) var location: StubLocation?
  private(set) var remark: String?
  /// Whether the remark is the remedy, so that the report proposes no stub.
  private(set) var remarkIsRemedy = false
  /// The remark in the reports of inner scopes, if they do not inherit the policy.
  private var remarkWithin: String?

  /// The request goes to the network, as if StubKit were not there.
  public static let passThrough = UnmatchedPolicy(kind: .passThrough)

  /// The request fails with an error that says which stubs came closest, and never reaches the network.
  public static let fail = UnmatchedPolicy(kind: .fail)

  /// The request fails, unless this matcher lets it go to the network.
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

  /// The policy of `.shared` in a process with `.stubbed` tests.
  static let failAmongTests = UnmatchedPolicy(
    kind: .fail,
    remark: "From the first `.stubbed` test on `.shared` fails what no stub matches, unless "
      + "StubRegistry.shared.unmatched is set.")

  /// The policy for one scope only: inner scopes fail unmatched requests.
  ///
  /// `remedy` is the report's advice in place of a proposed stub; inner scopes report `remarkWithin`.
  package func kept(fromScopesWithin remarkWithin: String, remedy: String?) -> UnmatchedPolicy {
    UnmatchedPolicy(
      kind: kind, location: location, remark: remedy, remarkIsRemedy: remedy != nil,
      remarkWithin: remarkWithin)
  }

  var heir: UnmatchedPolicy {
    guard let remarkWithin else { return self }
    return UnmatchedPolicy(kind: .fail, remark: remarkWithin, remarkWithin: remarkWithin)
  }

  var mistake: String? { if case .failExcept(let allowed) = kind { allowed.mistake } else { nil } }
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
