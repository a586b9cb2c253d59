/// What happens to a request that no stub matches.
public struct UnmatchedPolicy: Sendable {
  enum Kind: Sendable {
    case passThrough
    case fail
    // Boxed, because every decision copies the policy.
    indirect case failExcept(RequestMatcher)
  }

  let kind: Kind
  private(set) var location: StubLocation?
  private(set) var remark: String?
  /// Whether the remark is the remedy, so that the report proposes no stub.
  private(set) var remarkIsRemedy = false
  /// The remark in inner scopes, which fail unmatched requests; nil lets them inherit this policy.
  private var remarkWithin: String?

  /// The request goes to the network, as if StubKit were not there.
  public static let passThrough = UnmatchedPolicy(kind: .passThrough)

  /// The request fails with an error that names the closest stubs; nothing reaches the network.
  public static let fail = UnmatchedPolicy(kind: .fail)

  /// The request fails, unless this matcher lets it go to the network.
  ///
  /// ```swift
  /// registry.unmatched = .fail(except: isHost("localhost"))
  /// ```
  /// If the matcher has a mistake (see `RequestMatcher.mistake`), nothing goes to the network.
  public static func fail(
    except allowed: RequestMatcher, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line, column: Int = #column
  ) -> UnmatchedPolicy {
    UnmatchedPolicy(
      kind: .failExcept(allowed),
      location: StubLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  static let failAmongTests = UnmatchedPolicy(
    kind: .fail,
    remark:
      "From the first `.stubbed` test on, `.shared` fails every request that no stub matches, "
      + "unless StubRegistry.shared.unmatched is set.")

  /// The policy for one scope only: inner scopes fail unmatched requests with `remarkWithin`.
  ///
  /// `remedy` is the report's advice in place of a proposed stub.
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
  /// The policy as source code.
  public var description: String {
    switch kind {
    case .passThrough: ".passThrough"
    case .fail: ".fail"
    case .failExcept(let allowed): ".fail(except: \(allowed))"
    }
  }
}
