#if canImport(FoundationNetworking)
  import Foundation
#else
  public import Foundation
#endif

extension StubRegistry {
  /// A session that this registry answers, wherever it is used.
  ///
  /// It is made once, and again if a client has invalidated it.
  public var session: URLSession {
    associatedObjects.object(BoundSession.self) { BoundSession() }.session(of: self)
  }

  /// Makes an existing session ask this registry from its next task on.
  ///
  /// - Returns: Whether that worked: always false on Apple's platforms, where a session has copied
  ///   its configuration.
  @discardableResult
  public func attach(to session: URLSession) -> Bool {
    Installation.attach(SessionBinding.explicitClass(for: self), to: session)
  }

  /// Only the decision of `canInit`, for the benchmark.
  package func answers(_ request: URLRequest) -> Bool { isOurs(request) }

  private final class BoundSession: Sendable {
    private let current = Locked<(session: URLSession, validity: Validity)?>(nil)

    func session(of registry: StubRegistry) -> URLSession {
      let known = current.withLock { $0 }
      if let known, Self.isValid(known) { return known.session }
      let validity = Validity()
      let made = URLSession(
        configuration: .ephemeral.stubbed(by: registry), delegate: validity, delegateQueue: nil)
      return current.withLock { current in
        // Another thread may have made one meanwhile.
        if let current, current.session !== known?.session { return current.session }
        current = (made, validity)
        return made
      }
    }

    /// Never called under the lock, since `isInvalidated` waits for a queue; the delegate alone
    /// would not do, since it hears of an invalidation only after the last task's end.
    private static func isValid(_ current: (session: URLSession, validity: Validity)) -> Bool {
      current.validity.isValid && !TaskInternals.isInvalidated(current.session)
    }
  }

  private final class Validity: NSObject, URLSessionDelegate, Sendable {
    private let isInvalid = Locked(false)

    var isValid: Bool { !isInvalid.withLock { $0 } }

    func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
      isInvalid.withLock { $0 = true }
    }
  }

  /// Opens a scope, which takes the settings that are nil from the surrounding scope.
  package static func beginScope(
    unmatched: UnmatchedPolicy?, network: NetworkProfile?, clock: (any Clock<Duration>)?
  ) -> StubRegistry {
    Installation.ensure()
    // In a closure of `.shared`, the current registry is `.shared`, which belongs to no scope.
    let surrounding = scoped === shared ? nil : scoped
    let registry = StubRegistry(
      RegistryState.Settings(
        unmatched: unmatched ?? surrounding?.unmatched.heir ?? .fail,
        network: network ?? surrounding?.network,
        clock: clock ?? surrounding?.clock ?? ContinuousClock(),
        discretion: surrounding?.discretion ?? Discretion(),
        checks: surrounding?.checks ?? []))
    registry.setReporter(surrounding?.reporter?.here ?? TestingLibrary.current.reporterForScope())
    registry.tell(unmatched.flatMap(StubIssue.init(aboutMistakeOf:)))
    ScopeDirectory.open(registry, surroundedBy: surrounding)
    return registry
  }

  /// Closes the scope: no session that was made in it, and no report, finds it any longer.
  package func endScope() {
    if ProcessUse.soFar.contains(.servers) { associatedObjects.tell { $0.willEnd() } }
    reporter?.end()
    SessionBinding.scopeEnded(self)
    ScopeDirectory.close(self)
    GivenRequests.scopeEnded()
    state.replace(\.clockWatches, with: nil)
  }
}
