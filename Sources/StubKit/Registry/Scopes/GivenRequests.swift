import Foundation

/// Requests that a scope got only because of their session, and another scope may be waiting for.
///
/// They are searched when a scope ends with an unused stub: a search at each request would go
/// through the stubs of all running tests.
enum GivenRequests {
  private struct Given {
    let request: StubRequest
    let text: String
    let scope: @Sendable () -> StubRegistry?
    /// All scopes within the outermost one belong to the same test.
    let outermost: ObjectIdentifier
    let title: String
    /// How many scopes had begun when the request came.
    let time: Int
  }

  private static let given = Locked<[Given]>([])
  private static let limits = (ofTest: 20, all: 400)

  static func note(_ request: StubRequest, to scope: StubRegistry) {
    guard let url = request.url else { return }
    let outermost = ScopeDirectory.outermost(around: scope)
    let isRemembered = outermost.state.withLock { state in
      guard state.rememberedGifts < limits.ofTest else { return false }
      state.rememberedGifts += 1
      return true
    }
    guard isRemembered else { return }
    // The body is not needed, and may be large.
    var address = URLRequest(url: url)
    address.httpMethod = request.method.rawValue
    let new = Given(
      request: StubRequest(address), text: "\(request)", scope: { [weak scope] in scope },
      outermost: ObjectIdentifier(outermost), title: scope.titleOfScope,
      time: ScopeDirectory.begunSoFar)
    given.withLock { given in
      if given.count == limits.all { given.removeFirst() }
      given.append(new)
    }
  }

  /// Tells `scope`, at its end, which requests may have been meant for its unused stubs.
  ///
  /// Also tells the scopes that got these requests, if they are still open.
  static func claim(for scope: StubRegistry) {
    guard scope.isEnabled, let begin = ScopeDirectory.begin(of: scope) else { return }
    let outermost = ObjectIdentifier(ScopeDirectory.outermost(around: scope))
    let others = given.withLock { given in
      given.filter { $0.outermost != outermost && $0.time >= begin }
    }
    guard !others.isEmpty else { return }
    // Includes stubs that expect no request: nothing else would show that they missed one.
    let unused = scope.state.withLock { state in
      state.index.stubs.filter { state[$0].claims == 0 && $0.expected != .any }
    }
    for other in others {
      let stubs = unused.filter {
        $0.isForAddress(of: other.request) && !$0.isForOtherMethods(than: other.request)
      }
      guard let last = stubs.last else { continue }
      func warning(_ scope: String, _ meant: String) -> String {
        "\(other.text) has no scope of its own: it was given to \(scope), in which its session's "
          + "configuration was made, and may be meant for \(meant)"
          + "\n  → \(LostRequest.remedyForSessions)"
      }
      let taken = LostRequest(
        request: other.text,
        warning: warning(other.title, "the stub at \(last.location), which was never used"),
        stubs: stubs.map(\.rank.number), location: last.location)
      scope.state.withLock { $0.note(taken) }
      guard let giver = other.scope(), ScopeDirectory.isOpen(giver) else { continue }
      let given = LostRequest(
        request: other.text, warning: warning("this scope", scope.titleOfScope), isGiven: true)
      giver.state.withLock { if !$0.lost.contains(where: \.isGiven) { $0.note(given) } }
    }
  }

  static func scopeEnded() {
    given.withLock { if !ScopeDirectory.hasOpenScopes { $0 = [] } }
  }
}

extension StubRegistry {
  var titleOfScope: String {
    state.withLock(\.reporting.place).map { "the scope at \($0)" } ?? "the scope of another test"
  }
}
