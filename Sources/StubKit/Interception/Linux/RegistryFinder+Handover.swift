#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking

  /// From `canInit`, where the surrounding scope can be seen, to the instance, where it cannot.
  extension RegistryFinder {
    /// Keeps what was found for a request that is ours until its instance is made.
    static func keep(
      _ registry: StubRegistry, for request: URLRequest, of type: StubURLProtocol.Type
    ) {
      // A session that is bound by name is known by its class at any time.
      if explicitlyBound(type) == nil { ScopeHandover.leave(registry, for: request) }
    }

    /// Finds the registry again when the loading system makes an instance for a request of ours.
    static func collect(for request: URLRequest, askedBy type: StubURLProtocol.Type) -> Owner {
      if let bound = explicitlyBound(type) { return bound }
      if let registry = ScopeHandover.take(for: request) { return .registry(registry) }
      return find(askedBy: type, within: nil)
    }
  }
#endif
