import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension StubRegistry {
  /// Whether a request is ours, as far as can be told before loading starts.
  ///
  /// It runs no closure, reads no stream and claims nothing. What cannot be told yet counts as ours.
  func isOurs(_ request: URLRequest) -> Bool {
    // Under one lock: taking it twice costs more than what it then keeps others from.
    state.withLock { $0.isOurs(request) }
  }

  /// Finds who answers a request whose loading starts, and claims it.
  ///
  /// - Parameters:
  ///   - request: The request, with everything that the session adds.
  ///   - body: Its whole body.
  ///   - mayRunClosures: Whether this thread may run what a user wrote.
  /// - Returns: Nil if only a user's closure can tell and none may run on this thread.
  func decide(_ request: URLRequest, body: Data?, mayRunClosures: Bool) -> Decision? {
    RequestProbe.examining(request, body: .seen(body), sight: .guarded) { probe in
      guard isEnabled else { return .released(release(probe, isUnmatched: false)) }
      var ceiling: Stub.Rank?
      while true {
        switch nextStep(for: probe, below: ceiling) {
        case .claimed(let claim):
          return .claimed(claim)
        case .undecided(let stub):
          guard mayRunClosures else { return nil }
          if let claim = claim(stub, ifMatching: probe) { return .claimed(claim) }
          ceiling = stub.rank
        case .unmatched:
          return decisionForUnmatched(probe, mayRunClosures: mayRunClosures)
        }
      }
    }
  }

  private enum Step {
    case claimed(Claim)
    /// The next stub in order has a closure that must be run outside the lock.
    case undecided(Stub)
    case unmatched
  }

  private func nextStep(for probe: RequestProbe, below ceiling: Stub.Rank?) -> Step {
    let now = elapsed
    return state.withLock { state in
      guard let (stub, verdict) = state.index.best(for: probe, below: ceiling) else {
        return .unmatched
      }
      guard verdict == .yes, let claim = state.claim(stub, for: probe, at: now) else {
        return .undecided(stub)
      }
      return .claimed(claim)
    }
  }

  /// Runs the condition with its closures, outside the lock, and claims the stub if it matches.
  private func claim(_ stub: Stub, ifMatching probe: RequestProbe) -> Claim? {
    let full = probe.with(sight: .full)
    let isMatch = StubRegistry.$scoped.withValue(self) {
      stub.condition.expression.verdict(on: full) == .yes
    }
    // Meanwhile it may have been removed or used up; then the next one is asked.
    guard isMatch else { return nil }
    let now = elapsed
    return state.withLock { $0.claim(stub, for: full, at: now) }
  }

  private func decisionForUnmatched(_ probe: RequestProbe, mayRunClosures: Bool) -> Decision? {
    switch unmatched.kind {
    case .passThrough:
      return .released(release(probe, isUnmatched: true))
    case .fail:
      return .refused(refusal(probe))
    case .failExcept(let allowed):
      var verdict = allowed.expression.verdict(on: probe)
      if verdict == .open {
        guard mayRunClosures else { return nil }
        verdict = allowed.expression.verdict(on: probe.with(sight: .full))
      }
      return verdict == .yes
        ? .released(release(probe, isUnmatched: true)) : .refused(refusal(probe))
    }
  }

  private func release(_ probe: RequestProbe, isUnmatched: Bool) -> Release {
    let request = probe.snapshot()
    return Release(
      request: request, exchange: isUnmatched ? log(request, stub: nil) : nil,
      isUnmatched: isUnmatched)
  }

  private func refusal(_ probe: RequestProbe) -> Refusal {
    let request = probe.snapshot()
    return Refusal(request: request, exchange: log(request, stub: nil))
  }
}

extension RegistryState {
  /// Whether a request is ours, as far as can be told at a glance.
  fileprivate func isOurs(_ request: URLRequest) -> Bool {
    guard settings.isEnabled else { return false }
    if case .passThrough = settings.unmatched.kind, index.isEmpty { return false }
    return RequestProbe.examining(request, body: .inRequest, sight: .glance) { probe in
      isRefused(probe) || index.best(for: probe) != nil
    }
  }

  /// Whether a request that no stub answers is failed, which is ours to do.
  private func isRefused(_ probe: borrowing RequestProbe) -> Bool {
    switch settings.unmatched.kind {
    case .passThrough: false
    case .fail: probe.url.needsNetwork
    case .failExcept(let allowed):
      probe.url.needsNetwork && allowed.expression.verdict(on: probe) != .yes
    }
  }

  /// Claims a stub and writes the exchange down; nil if the stub can answer no more.
  mutating func claim(_ stub: Stub, for probe: RequestProbe, at now: Duration) -> Claim? {
    guard let turn = claim(stub) else { return nil }
    let captures = stub.condition.expression.captures(in: probe)
    let request = probe.snapshot(pathParameters: captures)
    let exchange = log.append(StubExchange(request: request, stub: stub, start: now))
    return Claim(stub: stub, turn: turn, request: request, exchange: exchange)
  }
}

extension ScannedURL {
  /// Whether the request would leave the process: not `file:` or `data:`, and not without a scheme.
  var needsNetwork: Bool {
    scheme.equalsIgnoringASCIICase(lowercased: "https")
      || scheme.equalsIgnoringASCIICase(lowercased: "http")
      || scheme.equalsIgnoringASCIICase(lowercased: "wss")
      || scheme.equalsIgnoringASCIICase(lowercased: "ws")
      || scheme.equalsIgnoringASCIICase(lowercased: "ftp")
  }
}
