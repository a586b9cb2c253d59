#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking

  /// Carries what `canInit` sees of the surrounding scope to the instance, which cannot see it.
  extension RegistryFinder {
    /// The uses of StubKit without which the instance finds the same registry by itself.
    private static let kept: ProcessUse = [
      .scopes, .standIns, .reporters, .tests, .simulatedTime,
    ]

    /// Keeps the registry of a taken request until its instance is made, with the reporter of the place
    /// where the task is resumed.
    @inline(__always)
    static func keep(_ registry: StubRegistry, on grounds: Grounds, for request: URLRequest) {
      if ProcessUse.soFar.isDisjoint(with: kept) { return }
      let reporter = registry.reporterForRequest()
      // A session that is bound by name is known by its class at any time. Without a reporter nobody is
      // told of a request that comes too late, and only simulated time waits for requests.
      let isExpected = reporter != nil || registry.rest != nil
      guard isExpected || grounds != .bound else { return }
      let ways = isExpected ? [WayIn(of: request, to: registry)] : []
      ScopeHandover.leave(
        .init(registry: registry, grounds: grounds, reporter: reporter, ways: ways), for: request)
    }

    /// Finds the registry again when the loading system makes the instance of a taken request.
    static func collect(
      for request: URLRequest, askedBy type: StubURLProtocol.Type
    ) -> (owner: Owner, reporter: IssueReporter?, way: WayIn?) {
      if type != StubURLProtocol.self,
        case .bound(let registry) = SessionBinding.finding(on: type, usedBy: nil)
      {
        let bound = Owner(registry: registry, grounds: .bound)
        guard let registry,
          !ProcessUse.soFar.isDisjoint(with: [.reporters, .tests, .simulatedTime])
        else { return (bound, nil, nil) }
        let handed = ScopeHandover.take(for: request, of: registry)
        return (bound, handed?.reporter, handed?.ways.first)
      }
      guard !ProcessUse.soFar.isDisjoint(with: kept),
        let handed = ScopeHandover.take(for: request)
      else {
        return (find(askedBy: type, within: nil), nil, nil)
      }
      let owner = Owner(registry: handed.registry, grounds: handed.grounds)
      return (owner, handed.reporter, handed.ways.first)
    }
  }
#endif
