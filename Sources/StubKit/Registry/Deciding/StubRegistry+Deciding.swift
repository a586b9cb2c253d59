import Foundation

extension StubRegistry {
  /// Whether the registry takes a request, as far as that is known before loading starts.
  ///
  /// It runs no closure, reads no stream and claims nothing; an open question counts as yes. With
  /// `notingPass`, a request that goes to the network is logged here: no later step sees it.
  func isOurs(_ request: URLRequest, notingPass: Bool = false) -> Bool {
    // Without event handlers, a passing request only has to be logged.
    let notesAtOnce = notingPass && events.isEmpty
    // One lock for decision and log: taking it twice costs more than holding it longer.
    let glance = state.withLock { state in
      let glance = state.glance(at: request)
      if case .passing(let isGET) = glance, notesAtOnce,
        state.notePassing(request, isGET: isGET, isLogged: !isShared)
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
    case .unread(let body, let read):
      // A body is parsed outside the lock.
      read(body)
      let isOurs = RequestProbe.examining(
        request, body: .inRequest, sight: .glance, parsed: body
      ) { probe in
        probe.askingUntilRead { state.withLock { $0.isOurs(probe) } }
      }
      if !isOurs, notingPass { notePassing(request) }
      return isOurs
    }
  }

  /// Decides who answers a request whose loading starts, and claims the stub.
  ///
  /// Nil if the decision needs a closure or work on a long text; then call `decide` with this
  /// `parsed`, which keeps what was parsed of the body.
  func decideWithoutClosures(
    _ request: URLRequest, body: Data?, bySession: Bool = true, parsed: ParsedBody? = nil
  ) -> Decision? {
    let body = RequestProbe.Body.seen(body, bySession: bySession)
    return RequestProbe.examining(request, body: body, sight: .guarded, parsed: parsed) { probe in
      try? search(for: probe) { _ throws(ClosureNeeded) in throw ClosureNeeded() }
    }
  }

  /// Like `decideWithoutClosures`, but may run closures: never call it in the client's context.
  func decide(
    _ request: URLRequest, body: Data?, bySession: Bool = true, parsed: ParsedBody? = nil
  ) -> Decision {
    let body = RequestProbe.Body.seen(body, bySession: bySession)
    return RequestProbe.examining(request, body: body, sight: .guarded, parsed: parsed) { probe in
      let full = probe.with(sight: .full)
      return search(for: probe) { matcher in
        surrounding { matcher.verdict(on: full) == .yes }
      }
    }
  }

  /// Ends a search that needs a user's closure, or work on a long text.
  private struct ClosureNeeded: Error {}

  /// Asks the stubs in order; `ask` evaluates a matcher with a closure, or ends the search.
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
      case .undecided(let stub, let isSure):
        // The body is parsed once for all stubs, outside the lock; then the stubs are asked again.
        if probe.makeWantedForm() { continue }
        // Asked even if the stub surely matches: its captures may depend on closures.
        let isMatch = try ask(stub.condition) || isSure
        // An evaluation that was given up has no result; a negation must not make that a match.
        if !isSure, probe.isUnknown { return try decisionForUnmatched(probe, asking: ask) }
        if isMatch, probe.isUnsendable { return decisionForUnsendable(probe, meaning: stub) }
        // The stub may have been removed or used up meanwhile; then the next one is asked.
        if isMatch, let claim = claim(stub, for: probe) { return .claimed(claim) }
        ceiling = stub.rank
      case .unmatched:
        return try decisionForUnmatched(probe, asking: ask)
      }
    }
  }

  private enum Step {
    case claimed(Claim)
    case unsendable(Stub)
    /// The next stub, or one of its captures if it surely matches, needs a form of the body, a
    /// closure, or a search outside the lock.
    case undecided(Stub, isSure: Bool)
    case unmatched
  }

  private func nextStep(for probe: RequestProbe, below ceiling: Stub.Rank?) -> Step {
    let now = elapsed
    return state.withLock { state in
      guard let (stub, verdict) = state.index.best(for: probe, below: ceiling) else {
        return .unmatched
      }
      guard verdict == .yes else { return .undecided(stub, isSure: false) }
      if probe.isUnsendable { return .unsendable(stub) }
      probe.memo.pointee.work?.wantedForm = nil
      let captures = stub.matcher.mayCapture ? stub.condition.expression.captures(in: probe) : [:]
      guard let captures else { return .undecided(stub, isSure: true) }
      return .claimed(state.claim(stub, for: probe, captures: captures, at: now))
    }
  }

  /// Nil if the stub was removed or used up while its condition was evaluated outside the lock.
  private func claim(_ stub: Stub, for probe: RequestProbe) -> Claim? {
    // Captures may depend on a closure, which must not run under the lock.
    let captures = surrounding {
      stub.condition.expression.captures(in: probe.with(sight: .full)) ?? [:]
    }
    let now = elapsed
    return state.withLock { state in
      guard state.isActive(stub) else { return nil }
      return state.claim(stub, for: probe, captures: captures, at: now)
    }
  }

  private func decisionForUnmatched<Interruption: Error>(
    _ probe: RequestProbe, asking ask: (RequestMatcher) throws(Interruption) -> Bool
  ) throws(Interruption) -> Decision {
    // A request that needs no network, such as a file's, comes here if closures or the body decide.
    guard probe.url.needsNetwork else { return .ignored(probe.snapshot()) }
    let (policy, isMistaken) = state.withLock { ($0.settings.unmatched, !$0.mistaken.isEmpty) }
    let isReleased: Bool
    switch policy.kind {
    // Nothing goes out while the right stub is unknown, and a stub server never asks itself.
    case _ where isMistaken || probe.isUnknown || ServedPorts.contain(probe.url):
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
    // The report may need the parsed body.
    let request = probe.snapshot().with(probe.memo.pointee.work?.body)
    let exchange = logUnmatched(request)
    return isReleased ? .released(request, exchange) : .refused(request, exchange)
  }
}

private enum Glance {
  case ours
  /// The request goes to the network and is logged; `isGET` is nil if the method was not read.
  case passing(isGET: Bool?)
  /// Nothing is left to do: the registry ignores the request, or has logged it already.
  case elsewhere
  /// The body has to be parsed first, which the closure does, into the form that is needed.
  case unread(ParsedBody, (ParsedBody) -> Void)
}

extension RegistryState {
  /// Decides without parsing the body.
  ///
  /// Mutating only in name: in a debug build a nonmutating call would copy the state.
  fileprivate mutating func glance(at request: URLRequest) -> Glance {
    guard settings.isEnabled else { return .elsewhere }
    if case .passThrough = settings.unmatched.kind, index.isEmpty, mistaken.isEmpty,
      !ServedPorts.mayContain
    {
      return .passing(isGET: nil)
    }
    return RequestProbe.examining(request, body: .inRequest, sight: .glance) { probe in
      // A server of this process answers and logs the request.
      if ServedPorts.mayContain, ServedPorts.contain(probe.url) { return .elsewhere }
      guard isOurs(probe) else {
        guard probe.url.needsNetwork else { return .elsewhere }
        return .passing(isGET: probe.withMethod { $0.equals("GET") })
      }
      guard let work = probe.memo.pointee.work, let read = work.wantedForm, let body = work.body
      else { return .ours }
      return .unread(body, read)
    }
  }

  /// Logs a passing request, if the registry logs any; false if the caller must, outside the lock.
  fileprivate mutating func notePassing(
    _ request: URLRequest, isGET: Bool?, isLogged: Bool
  ) -> Bool {
    // `lastPlace != nil` would copy the place.
    if !isLogged, case nil = lastPlace { return true }
    guard let isGET, let now = stopwatch.elapsedOnSystemClock else { return false }
    log.append(passing: request, isGET: isGET, at: now)
    return true
  }

  @inline(__always)
  fileprivate mutating func isOurs(_ probe: RequestProbe) -> Bool {
    isRefused(probe) || index.hasMatch(for: probe)
  }

  /// Whether the registry fails the request if no stub matches.
  private mutating func isRefused(_ probe: RequestProbe) -> Bool {
    guard mistaken.isEmpty else { return probe.url.needsNetwork }
    return switch settings.unmatched.kind {
    case .passThrough: false
    case .fail: probe.url.needsNetwork
    case .failExcept(let allowed):
      probe.url.needsNetwork && allowed.verdict(on: probe) != .yes
    }
  }

  mutating func claim(
    _ stub: Stub, for probe: RequestProbe, captures: [String: String], at now: Duration
  ) -> Claim {
    let turn = claim(stub)
    let request = probe.snapshot(pathParameters: captures)
    note(Excess(of: stub, turn: turn, request: request), of: stub)
    let exchange = log.append(request, claimedBy: stub, at: now)
    // The claim keeps the parsed body for the closure that answers; the log does not.
    return Claim(
      stub: stub, turn: turn, request: request.with(probe.memo.pointee.work?.body),
      exchange: exchange, time: now)
  }
}
