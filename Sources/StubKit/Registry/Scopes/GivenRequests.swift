import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The last requests that scopes were given for nothing but their sessions, for scopes that miss one.
///
/// They are looked at when a scope ends with a stub that was never used: to look for such a scope at
/// each request would mean to go through the stubs of all tests that are under way.
enum GivenRequests {
  private struct Given {
    let request: StubRequest
    let text: String
    /// The scope that was given it, until that is over.
    var scope: ObjectIdentifier?
    /// The outermost scope around it: what another scope within that one has is the same test's.
    let outermost: ObjectIdentifier
    /// Where the scope begins.
    let title: String
    /// How many scopes had begun by then.
    let time: Int
  }

  private static let given = Locked<[Given]>([])
  /// How many are remembered, of one test and in all.
  private static let limits = (ofTest: 20, all: 400)

  /// Remembers a request that a scope was given, unless that has been given many.
  static func note(_ request: StubRequest, to scope: StubRegistry) {
    guard let url = request.url else { return }
    let outermost = ScopeDirectory.outermost(around: scope)
    let isRemembered = outermost.state.withLock { state in
      guard state.rememberedGifts < limits.ofTest else { return false }
      state.rememberedGifts += 1
      return true
    }
    guard isRemembered else { return }
    // Its body is of no use here, and may be large.
    var address = URLRequest(url: url)
    address.httpMethod = request.method.rawValue
    let new = Given(
      request: StubRequest(address), text: "\(request)", scope: ObjectIdentifier(scope),
      outermost: ObjectIdentifier(outermost), title: [scope].titles(limit: 1),
      time: ScopeDirectory.begunSoFar)
    given.withLock { given in
      if given.count == limits.all { given.removeFirst() }
      given.append(new)
    }
  }

  /// Has a scope that ends know of requests that may have been meant for stubs of it that were never
  /// used, and the scopes that were given them, if they are still open.
  static func claim(for scope: StubRegistry) {
    guard scope.isEnabled, let begin = ScopeDirectory.begin(of: scope) else { return }
    let outermost = ObjectIdentifier(ScopeDirectory.outermost(around: scope))
    let others = given.withLock { given in
      given.filter { $0.outermost != outermost && $0.time >= begin }
    }
    guard !others.isEmpty else { return }
    // Also those of which nothing is expected, or that they are never asked.
    let unused = scope.state.withLock { state in
      state.index.stubs.filter { state.claimCount(of: $0) == 0 }
    }
    guard !unused.isEmpty else { return }
    for other in others {
      let stubs = unused.filter {
        $0.isForAddress(of: other.request) == true && !$0.isForOtherMethods(than: other.request)
      }
      guard let last = stubs.last else { continue }
      let taken = LostRequest(
        request: other.text, reason: .taken, stubs: stubs.map(\.rank.number),
        location: last.location, others: other.title)
      scope.state.withLock { $0.note(taken) }
      guard let giver = other.scope.flatMap(ScopeDirectory.openScope) else { continue }
      let given = LostRequest(
        request: other.text, reason: .given, others: [scope].titles(limit: 1))
      giver.state.withLock { if !$0.hasGuessed { $0.note(given) } }
    }
  }

  /// Notes that a scope is over.
  static func scopeEnded(_ scope: StubRegistry) {
    let id = ObjectIdentifier(scope)
    given.withLock { given in
      if !ScopeDirectory.hasOpenScopes { given = [] }
      for position in given.indices where given[position].scope == id {
        given[position].scope = nil
      }
    }
  }
}

extension RegistryState {
  /// Whether the test knows already that a request was given to its scope for its session only.
  fileprivate var hasGuessed: Bool { lost.contains { $0.reason == .given } }
}
