import Foundation

/// The one place that decides which registry answers a request.
///
/// The order is: the registry that the session is bound to; that of the surrounding task's scope;
/// that of the scope in which the session's configuration was made; `.shared`, or the registry that
/// stands in for it.
enum RegistryFinder {
  struct Owner: Sendable {
    /// Nil if the registry is gone, or the session is disputed.
    let registry: StubRegistry?
    var grounds = Grounds.scope

    func error(for request: URLRequest, askedBy type: StubURLProtocol.Type) -> URLError {
      let text =
        grounds == .disputed
        ? LostRequest.noteDisputed(StubRequest(request), among: SessionBinding.users(of: type))
        : LostRequest.noteUnowned(StubRequest(request))
      return URLError(.resourceUnavailable, text, url: request.url)
    }
  }

  enum Grounds: Sendable {
    /// The session is bound to the registry by name.
    case bound
    case scope
    /// The session's configuration was made in the registry's scope, and the request has no scope.
    case session
    /// Several open scopes use the session, and the request has no scope: no registry answers.
    case disputed
    /// A test without a scope made the request.
    case test
    case nothing
  }

  @inline(__always)
  static func find(askedBy type: StubURLProtocol.Type, within scope: StubRegistry?) -> Owner {
    // Most sessions have the plain class, which belongs to no registry and needs no lookup.
    if type != StubURLProtocol.self { return find(for: type, within: scope) }
    return scope.map { Owner(registry: $0) } ?? unscoped
  }

  private static func find(for type: StubURLProtocol.Type, within scope: StubRegistry?) -> Owner {
    switch SessionBinding.finding(on: type, usedBy: scope) {
    case .bound(let registry): return Owner(registry: registry, grounds: .bound)
    case .madeIn(let owner):
      guard let scope else { return Owner(registry: owner, grounds: .session) }
      if scope !== owner { SessionBinding.noteUse(of: type, by: scope) }
      return Owner(registry: scope)
    case .disputed:
      if let scope { return Owner(registry: scope) }
      let isOpen = SessionBinding.users(of: type).count > 1
      return isOpen ? Owner(registry: nil, grounds: .disputed) : unscoped
    case .nothing: return scope.map { Owner(registry: $0) } ?? unscoped
    }
  }

  private static var unscoped: Owner { Owner(registry: .unscoped, grounds: .nothing) }
}

extension RegistryFinder.Grounds {
  /// Tells scopes of a request that was decided on without a scope of its own.
  @inline(__always)
  func note(_ decision: Decision, by registry: StubRegistry) {
    if self == .session || self == .nothing { noteLost(decision, by: registry) }
  }

  private func noteLost(_ decision: Decision, by registry: StubRegistry) {
    switch (self, decision) {
    case (.session, .claimed), (.session, .refused):
      GivenRequests.note(decision.request, to: registry)
    case (.nothing, .claimed(let claim)):
      if registry.isShared { ForgottenScope.note(claim.request, answeredBy: claim.stub) }
    case (.nothing, .refused(let request, _)):
      LostRequest.noteMissed(request, by: registry, isFailed: true)
    case (.nothing, .released(let request, _)):
      LostRequest.noteMissed(request, by: registry, isFailed: false)
    default: break
    }
  }

  @inline(__always)
  func notePassing(_ request: URLRequest, by registry: StubRegistry) {
    guard self == .nothing, ScopeDirectory.hasOpenScopes, registry.isEnabled,
      ScannedURL.leavesProcess(request.url)
    else { return }
    LostRequest.noteMissed(StubRequest(request), by: registry, isFailed: false)
  }

  /// A report's remark on a session that no longer leads to its scope; nil for any other session.
  func remark(on type: StubURLProtocol.Type) -> String? {
    guard self == .nothing, StubRegistry.unscoped.isShared, type != StubURLProtocol.self
    else { return nil }
    guard case .disputed = SessionBinding.finding(on: type, usedBy: nil) else {
      return "It was made outside of every scope, in a session whose own scope is over."
    }
    return "It was made outside of every scope, in a session that several scopes have used."
  }
}

extension ScannedURL {
  /// Whether a request to this URL needs the network, and asks no server of this process.
  static func leavesProcess(_ url: URL?) -> Bool {
    scanning(url) { $0.needsNetwork && !ServedPorts.contain($0) }
  }
}
