extension StubRegistry {
  /// Ends the scope of this registry: sessions made in it, and reports, know it no more.
  func endScope() {
    SessionBinding.scopeEnded(self)
    ScopeDirectory.close(self)
  }
}
