#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking

  /// From `canInit`, where the surrounding scope can be seen, to the instance, where it cannot.
  extension RegistryFinder {
    /// Keeps what was found for a request that is ours until its instance is made.
    ///
    /// With it goes who tells a test of what goes wrong, as if from where the task is resumed.
    static func keep(
      _ registry: StubRegistry, for request: URLRequest, of type: StubURLProtocol.Type
    ) {
      let reporter = registry.reporterForRequest()
      // A session that is bound by name is known by its class at any time.
      guard reporter != nil || explicitlyBound(type) == nil else { return }
      ScopeHandover.leave(.init(registry: registry, reporter: reporter), for: request)
    }

    /// Finds the registry again when the loading system makes an instance for a request of ours.
    static func collect(
      for request: URLRequest, askedBy type: StubURLProtocol.Type
    ) -> (owner: Owner, reporter: IssueReporter?) {
      if let bound = explicitlyBound(type) {
        guard case .registry(let registry) = bound, registry.hasReporter else {
          return (bound, nil)
        }
        return (bound, ScopeHandover.take(for: request, of: registry)?.reporter)
      }
      guard let handed = ScopeHandover.take(for: request) else {
        return (find(askedBy: type, within: nil), nil)
      }
      return (.registry(handed.registry), handed.reporter)
    }
  }
#endif
