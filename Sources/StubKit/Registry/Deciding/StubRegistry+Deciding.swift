import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension StubRegistry {
  /// Whether a request is ours, as far as can be told before loading starts.
  ///
  /// It runs no closure, reads no stream and claims nothing. What cannot be told yet counts as ours.
  ///
  /// - Parameter notingPass: Whether it is written down if it is not, since nobody will ask again.
  func isOurs(_ request: URLRequest, notingPass: Bool = false) -> Bool {
    let notesAtOnce = notingPass && isPassingPlain
    var memo = RequestProbe.Memo()
    // Under one lock: taking it twice costs more than what it then keeps others from.
    let glance = state.withLock { state in
      let glance = state.glance(at: request, &memo)
      // Nor is it taken a second time to write down what passes, which is a third of what that costs.
      if case .passing(let method) = glance, notesAtOnce,
        state.notePassing(request, method, isLogged: !isShared)
      {
        return Glance.elsewhere
      }
      return glance
    }
    switch glance {
    case .ours: return true
    case .elsewhere: return false
    case .passing:
      if notingPass { notePassing(request) }
      return false
    case .unread: break
    }
    // A body has to be parsed, which is not done under the lock.
    return RequestProbe.examining(request, body: .inRequest, sight: .glance, memo: &memo) { probe in
      var isOurs = true
      while probe.makeWantedForm() { isOurs = state.withLock { $0.isOurs(probe) } }
      if !isOurs, notingPass { notePassing(request) }
      return isOurs
    }
  }

  /// Finds who answers a request whose loading starts, and claims it, without running a closure.
  ///
  /// - Parameters:
  ///   - request: The request, with everything that the session adds.
  ///   - body: Its whole body.
  ///   - parsed: The same body, if what is read from it is to be kept for another decision.
  /// - Returns: Nil if only a closure of the user's can tell, so that `decide` must be asked.
  func decideWithoutClosures(
    _ request: URLRequest, body: Data?, parsed: ParsedBody? = nil
  ) -> Decision? {
    RequestProbe.examining(request, body: .seen(body), sight: .guarded, parsed: parsed) { probe in
      try? search(for: probe) { _ throws(ClosureNeeded) in throw ClosureNeeded() }
    }
  }

  /// Finds who answers a request whose loading starts, and claims it.
  ///
  /// Closures of the user's may run, so that it is not for the client's context.
  func decide(_ request: URLRequest, body: Data?, parsed: ParsedBody? = nil) -> Decision {
    RequestProbe.examining(request, body: .seen(body), sight: .guarded, parsed: parsed) { probe in
      let full = probe.with(sight: .full)
      return search(for: probe) { matcher in
        surrounding { matcher.verdict(on: full) == .yes }
      }
    }
  }

  /// Ends a search where only a closure of the user's can tell.
  private struct ClosureNeeded: Error {}

  /// Goes through the stubs in their order.
  ///
  /// - Parameter ask: Says whether a matcher that holds a closure matches, or ends the search.
  private func search<Interruption: Error>(
    for probe: RequestProbe, asking ask: (RequestMatcher) throws(Interruption) -> Bool
  ) throws(Interruption) -> Decision {
    guard isEnabled else { return .ignored(probe.snapshot()) }
    var ceiling: Stub.Rank?
    while true {
      switch nextStep(for: probe, below: ceiling) {
      case .claimed(let claim):
        return .claimed(claim)
      case .unsendable(let stub):
        return decisionForUnsendable(probe, meaning: stub)
      case .undecided(let stub):
        // The body is read once for all stubs, outside of the lock; then they are asked again.
        if probe.makeWantedForm() { continue }
        let isMatch = try ask(stub.condition)
        // What was given up says neither yes nor no: a negation must not make an answer of it.
        if probe.isUnknown { return try decisionForUnmatched(probe, asking: ask) }
        if isMatch, probe.isUnsendable { return decisionForUnsendable(probe, meaning: stub) }
        // Meanwhile it may have been removed or used up; then the next one is asked.
        if isMatch, let claim = claim(stub, for: probe) { return .claimed(claim) }
        ceiling = stub.rank
      case .unmatched:
        return try decisionForUnmatched(probe, asking: ask)
      }
    }
  }

  private enum Step {
    case claimed(Claim)
    /// The stub would answer a request that cannot be sent.
    case unsendable(Stub)
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
      guard verdict == .yes else { return .undecided(stub) }
      if probe.isUnsendable { return .unsendable(stub) }
      // What alternatives capture may hang on a form of the body that the verdict did not need.
      probe.memo.pointee.wantedForm = nil
      let captures = stub.condition.expression.captures(in: probe)
      guard probe.memo.pointee.wantedForm == nil,
        let claim = state.claim(stub, for: probe, captures: captures, at: now)
      else {
        return .undecided(stub)
      }
      return .claimed(claim)
    }
  }

  /// Claims a stub of which a closure has said that it matches.
  private func claim(_ stub: Stub, for probe: RequestProbe) -> Claim? {
    // What alternatives capture may hang on a closure, too: it is not asked under the lock.
    let captures = surrounding {
      stub.condition.expression.captures(in: probe.with(sight: .full))
    }
    let now = elapsed
    return state.withLock { $0.claim(stub, for: probe, captures: captures, at: now) }
  }

  private func decisionForUnmatched<Interruption: Error>(
    _ probe: RequestProbe, asking ask: (RequestMatcher) throws(Interruption) -> Bool
  ) throws(Interruption) -> Decision {
    // What needs no network was taken for a closure's sake, which has said no: it passes.
    guard probe.url.needsNetwork else { return .ignored(probe.snapshot()) }
    let (policy, isMistaken) = state.withLock { ($0.settings.unmatched, !$0.mistaken.isEmpty) }
    let isReleased: Bool
    switch policy.kind {
    // Whom the request is for is not known: nothing may go out.
    case _ where isMistaken || probe.isUnknown:
      isReleased = false
    case .passThrough:
      isReleased = true
    case .fail:
      isReleased = false
    case .failExcept(let allowed):
      let verdict = probe.askingUntilRead { allowed.verdict(on: probe) }
      isReleased = verdict == .open ? try ask(allowed) : verdict == .yes
    }
    if !isReleased, probe.isUnsendable { return decisionForUnsendable(probe, meaning: nil) }
    // A report on it may ask for the same forms of its body.
    let request = probe.snapshot().with(probe.memo.pointee.body)
    let exchange = logUnmatched(request)
    return isReleased ? .released(request, exchange) : .refused(request, exchange)
  }
}

/// What a registry makes of a request at a glance.
private enum Glance {
  case ours
  /// It goes to the network, and is to be written down; with its method, if that has been read.
  case passing(method: String?)
  /// It is none of the registry's business, or all has been done.
  case elsewhere
  /// It depends on a body that has not been read in the form that is needed.
  case unread
}

extension RegistryState {
  /// What becomes of a request, as far as can be told at a glance.
  ///
  /// - Parameter memo: For `unread`, what was read so far, and what has to be read.
  fileprivate func glance(
    at request: URLRequest, _ memo: inout RequestProbe.Memo
  ) -> Glance {
    guard settings.isEnabled else { return .elsewhere }
    if case .passThrough = settings.unmatched.kind, index.isEmpty, mistaken.isEmpty {
      return .passing(method: nil)
    }
    return RequestProbe.examining(request, body: .inRequest, sight: .glance, memo: &memo) { probe in
      guard isOurs(probe) else {
        return probe.url.needsNetwork ? .passing(method: probe.method) : .elsewhere
      }
      // If there is nothing that might be met, no form of the body can make a difference.
      return probe.memo.pointee.wantedForm == nil ? .ours : .unread
    }
  }

  /// Writes down that a request passes; false if that cannot be done under the lock.
  ///
  /// - Parameter isLogged: Whether that is done also before any stub is registered.
  fileprivate mutating func notePassing(
    _ request: URLRequest, _ method: String?, isLogged: Bool
  ) -> Bool {
    guard isLogged || wasEverUsed else { return true }
    guard let method, let now = stopwatch.elapsedOnSystemClock else { return false }
    log.append(passing: request, method, at: now)
    return true
  }

  @inline(__always)
  fileprivate func isOurs(_ probe: borrowing RequestProbe) -> Bool {
    isRefused(probe) || index.hasMatch(for: probe)
  }

  /// Whether a request that no stub answers is failed, which is ours to do.
  private func isRefused(_ probe: borrowing RequestProbe) -> Bool {
    guard mistaken.isEmpty else { return probe.url.needsNetwork }
    return switch settings.unmatched.kind {
    case .passThrough: false
    case .fail: probe.url.needsNetwork
    case .failExcept(let allowed):
      probe.url.needsNetwork && allowed.verdict(on: probe) != .yes
    }
  }

  /// Claims a stub and writes the exchange down; nil if the stub can answer no more.
  mutating func claim(
    _ stub: Stub, for probe: RequestProbe, captures: [String: String], at now: Duration
  ) -> Claim? {
    guard let turn = claim(stub) else { return nil }
    let request = probe.snapshot(pathParameters: captures)
    note(Excess(of: stub, turn: turn, request: request), of: stub)
    let exchange = log.append(StubExchange(request: request, stub: stub, start: now))
    // What was read for the condition is read for the closure that answers, and not kept in the log.
    return Claim(
      stub: stub, turn: turn, request: request.with(probe.memo.pointee.body), exchange: exchange,
      time: now)
  }
}
