import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension RegistryFinder {
  /// Why a request was given to a registry.
  enum Grounds: Sendable {
    /// Its session is bound to the registry by name.
    case bound
    /// Its task was resumed in the registry's scope.
    case scope
    /// Its session's configuration was made in the registry's scope, and nothing else is known.
    case session
    /// Several open scopes use its session, and it has none itself: no registry answers.
    case disputed
    /// A test without a scope made it.
    case test
    /// No scope was found for it.
    case nothing
  }
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

  /// Tells scopes of a request that goes to the network without StubKit.
  @inline(__always)
  func notePassing(_ request: URLRequest, by registry: StubRegistry) {
    guard self == .nothing, ScopeDirectory.hasOpenScopes, registry.isEnabled,
      ScannedURL.scanning(request.url, { $0.needsNetwork })
    else { return }
    LostRequest.noteMissed(StubRequest(request), by: registry, isFailed: false)
  }

  /// Returns the report's remark on a session that several scopes have used; nil if there is none.
  func remark(on type: StubURLProtocol.Type) -> String? {
    guard self == .nothing, type != StubURLProtocol.self else { return nil }
    let isShared =
      if case .disputed = SessionBinding.finding(on: type, usedBy: nil) { true } else { false }
    return isShared
      ? "It was made outside of every scope, in a session that several scopes have used."
      : "It was made outside of every scope, in a session whose own scope is over."
  }
}
