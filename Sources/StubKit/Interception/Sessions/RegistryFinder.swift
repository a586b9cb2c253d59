import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Finds the registry that answers a request: the one place where that is decided.
///
/// In this order: the registry that the session is bound to; that of the surrounding task's scope;
/// that of the scope in which the session's configuration was made; `.shared`, or what stands in for it.
enum RegistryFinder {
  /// Whose a request is.
  struct Owner: Sendable {
    /// The registry; nil if the session is bound to one that does not exist any more.
    let registry: StubRegistry?
    /// Whether the session is bound to it by name.
    var isBound = false
  }

  /// Finds the registry of a request.
  ///
  /// - Parameter scope: The registry of the scope that surrounds whoever started the task.
  @inline(__always)
  static func find(
    askedBy type: StubURLProtocol.Type, within scope: StubRegistry?
  ) -> Owner {
    if let bound = explicitlyBound(type) { return bound }
    if let scope, scope !== StubRegistry.shared { SessionBinding.noteUse(of: type, by: scope) }
    return Owner(registry: scope ?? SessionBinding.openScope(of: type) ?? .unscoped)
  }

  /// What the requests of a session fail with whose registry is gone.
  static func goneError(for request: URLRequest) -> URLError {
    URLError(
      .resourceUnavailable,
      "The StubRegistry that this session is bound to no longer exists. A session does not keep its "
        + "registry: keep it for as long as the session is used, or make the session anew.",
      url: request.url)
  }

  /// The registry that a session is bound to by name; nil if it is bound to none.
  @inline(__always)
  static func explicitlyBound(_ type: StubURLProtocol.Type) -> Owner? {
    // Most sessions have the plain class, which belongs to nobody: no table is asked for it.
    guard type != StubURLProtocol.self else { return nil }
    return SessionBinding.explicit(type)
  }
}
