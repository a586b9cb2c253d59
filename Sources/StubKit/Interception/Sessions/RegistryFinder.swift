import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Finds the registry that answers a request: the one place where that is decided.
///
/// The order is: the registry that the session is bound to; that of the surrounding task's scope; that of
/// the scope in which the session's configuration was made; `.shared`, or what stands in for it.
enum RegistryFinder {
  struct Owner: Sendable {
    /// The registry; nil if there is none, for the reason in `grounds`.
    let registry: StubRegistry?
    var grounds = Grounds.scope
  }

  /// Finds the registry of a request.
  ///
  /// - Parameter scope: The registry of the scope in which the task was resumed.
  @inline(__always)
  static func find(
    askedBy type: StubURLProtocol.Type, within scope: StubRegistry?
  ) -> Owner {
    // Most sessions have the plain class, which belongs to no registry and needs no lookup.
    if type != StubURLProtocol.self { return find(for: type, within: scope) }
    return scope.map { Owner(registry: $0) } ?? unscoped
  }

  private static func find(
    for type: StubURLProtocol.Type, within scope: StubRegistry?
  ) -> Owner {
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

extension RegistryFinder.Owner {
  /// Returns the error of a request that no registry answers.
  func error(for request: URLRequest, askedBy type: StubURLProtocol.Type) -> URLError {
    let text =
      grounds == .disputed
      ? LostRequest.noteDisputed(StubRequest(request), among: SessionBinding.users(of: type))
      : "The StubRegistry that this session is bound to no longer exists. A session does not keep its "
        + "registry: keep it for as long as the session is used, or make the session anew."
    return URLError(.resourceUnavailable, text, url: request.url)
  }
}
