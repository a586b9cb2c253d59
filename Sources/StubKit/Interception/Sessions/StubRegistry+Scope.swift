extension StubRegistry {
  /// Begins a scope, whose registry every session asks from now on, even if it has no stub.
  ///
  /// Settings that are not given are those of the surrounding scope.
  package static func beginScope(
    unmatched: UnmatchedPolicy?, network: NetworkProfile?, clock: (any Clock<Duration>)?
  ) -> StubRegistry {
    Installation.ensure()
    return scope(unmatched: unmatched, network: network, clock: clock)
  }

  /// Ends the scope of this registry; sessions made in it, and reports, do not know it any more.
  package func endScope() {
    reporter?.end()
    SessionBinding.scopeEnded(self)
    ScopeDirectory.close(self)
    GivenRequests.scopeEnded(self)
    withExtendedLifetime(state.withLock { $0.standstillWatch.take() }) {}
  }
}
