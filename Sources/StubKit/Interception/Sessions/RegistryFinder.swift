import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Finds the registry that answers a request: the one place where that is decided.
///
/// In this order: the registry that the session is bound to; that of the surrounding task's scope;
/// that of the scope in which the session's configuration was made; `.shared`, or what stands in for it.
enum RegistryFinder {
  /// What was found.
  enum Finding: Sendable {
    case registry(StubRegistry)
    /// The session is bound to a registry that does not exist any more.
    case gone
  }

  /// Finds the registry when a session asks whether a request is ours.
  ///
  /// The surrounding scope can be seen only now, on Linux: what is found is kept for `collect`.
  static func find(askedBy type: StubURLProtocol.Type) -> Finding {
    if let bound = explicitlyBound(type) { return bound }
    let scope = StubRegistry.scoped
    if let scope, scope !== StubRegistry.shared { SessionBinding.noteUse(of: type, by: scope) }
    return .registry(scope ?? SessionBinding.openScope(of: type) ?? .unscoped)
  }

  /// Keeps what was found for a request that is ours until its instance is made.
  static func keep(_ registry: StubRegistry, for request: URLRequest, of type: StubURLProtocol.Type)
  {
    #if canImport(FoundationNetworking)
      // A session that is bound by name is known by its class at any time.
      if explicitlyBound(type) == nil { ScopeHandover.leave(registry, for: request) }
    #endif
  }

  /// Finds the registry again when the loading system makes an instance for a request of ours.
  static func collect(for request: URLRequest, askedBy type: StubURLProtocol.Type) -> Finding {
    if let bound = explicitlyBound(type) { return bound }
    #if canImport(FoundationNetworking)
      if let registry = ScopeHandover.take(for: request) { return .registry(registry) }
    #endif
    return .registry(SessionBinding.openScope(of: type) ?? .unscoped)
  }

  /// What the requests of a session fail with whose registry is gone.
  static func goneError(for request: URLRequest) -> URLError {
    URLError(
      .resourceUnavailable,
      "The StubRegistry that this session is bound to no longer exists. A session does not keep its "
        + "registry: keep it for as long as the session is used, or make the session anew.",
      url: request.url)
  }

  private static func explicitlyBound(_ type: StubURLProtocol.Type) -> Finding? {
    // Most sessions have the plain class, which belongs to nobody: no table is asked for it.
    guard type != StubURLProtocol.self else { return nil }
    return SessionBinding.explicit(type)
  }
}
