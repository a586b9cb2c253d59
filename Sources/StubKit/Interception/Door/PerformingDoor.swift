import Foundation

/// Performs the effects that doors of every kind perform alike.
package class PerformingDoor: @unchecked Sendable {
  // Unchecked: confined to the client's context. Results from elsewhere come by a `ReplyHandle`.

  let registry: StubRegistry
  /// Nil for a client that is no session.
  let context: ClientContext?
  /// Why the request was given to the registry; nil for a client that is no session.
  let grounds: RegistryFinder.Grounds?
  /// Runs closures in the surroundings of the request, so that the test sees what they record.
  let reporter: IssueReporter?
  /// The registry's clock at the start of the request, which the request keeps to its end.
  let clock: any Clock<Duration>
  let time: SimulatedTime?
  let timed: TimedRequest?
  // In a debug build the runtime's checks for exclusive access take long.
  /// Stops the work for the open effect.
  @exclusivity(unchecked) var work: (() -> Void)?
  @exclusivity(unchecked) var alarm: Alarm?
  @exclusivity(unchecked) var delivery: Stopwatch?
  @exclusivity(unchecked) var source: SourcePulling?
  @exclusivity(unchecked) var network: NetworkHop?
  /// When the request first went to the network.
  package var networkStart: ContinuousClock.Instant?
  /// Lists the request as on its way until the decision: a test that ends earlier reports it.
  private var transit: Transit?

  init(
    answeredBy registry: StubRegistry, on grounds: RegistryFinder.Grounds?,
    in context: ClientContext?, drainedBy drain: @autoclosure () -> Drain, reporter: IssueReporter?
  ) {
    (self.registry, self.grounds, self.context) = (registry, grounds, context)
    // A request that has lost its scope has the surroundings of the registry's scope.
    self.reporter = reporter ?? registry.reporter
    (clock, time) = registry.clockAndTime
    timed = time.map {
      TimedRequest(
        noticedBy: $0.rest, directedBy: registry.director, in: context, drainedBy: drain())
    }
  }

  func begin(atTheEndOf transit: Transit?) {
    timed?.begin(atTheEndOf: transit)
    self.transit = transit
  }

  /// Runs a block later in the client's context, never at once.
  func inContext(_ block: @escaping @Sendable () -> Void) { context?.perform(block) }

  func readBody(of request: URLRequest, isOwn: Bool, _ back: ReplyHandle) -> Input? {
    .body(request.httpBody)
  }

  func limits(of request: URLRequest) -> TimeLimits { TimeLimits() }

  func stopHop() {
    if transit != nil { transit = nil }
    stopWork()
    guard network != nil || source != nil || delivery != nil else { return }
    network?.cancel()
    if let source {
      source.close()
      end([source])
    }
    (network, source, delivery) = (nil, nil, nil)
  }
}

extension PerformingDoor {
  /// Whether the client is a session of this process.
  var isSession: Bool { context != nil }

  func perform(_ effect: Effect, by ticket: Int, of passage: Passage) -> Input? {
    stopWork()
    timed?.note(effect)
    let back = ReplyHandle(to: passage, through: self, by: ticket)
    switch effect {
    case .body(let request, let isOwn):
      return readBody(of: request, isOwn: isOwn, back)
    case .decision(let request, let body):
      return decide(on: request, body: body, back)
    case .report(let request, let exchange, let origin, let patience):
      watch(patience, back)
      report(on: request, in: exchange, origin: origin, back)
    case .response(let claim, let patience):
      respond(to: claim, within: patience, back)
    case .leave(let answer, let claim):
      guard let timed else { return .leave(answer) }
      if case .goes(let answer) = timed.hold(answer, of: claim, back) { return .leave(answer) }
    case .advice(let question, let patience):
      return ask(question, within: patience, back)
    case .moment(let moment):
      return wait(until: moment, back)
    case .piece(let source, let patience):
      pull(from: source, within: patience, back)
    case .network(let request, let body, let credential, let patience):
      return forward(request, body: body, credential: credential, within: patience, back)
    case .arrival(let patience):
      return awaitArrival(within: patience, back)
    case .hearing(let event, let patience):
      watch(patience, back)
      registry.tell(event, within: reporter) { back.bring(.heard()) }
    case .telling(let issue, let exchanges, let reporter, let patience):
      watch(patience, back)
      // Reports and checks run a user's code, such as `withKnownIssue`.
      elsewhere(back) { [registry] in
        let reception = issue.map { registry.report($0, to: reporter) }
        if reception == .nobody, let issue, issue.kind.isWarning { issue.writeToStandardError() }
        registry.judge(exchanges, tellingTo: reporter)
        return .heard(inBrief: reception?.isTold == true ? issue?.briefText : nil)
      }
    case .nothing:
      break
    }
    return nil
  }

  func watch(_ patience: TimeLimits, _ back: ReplyHandle) {
    alarm =
      network == nil
      ? Alarm(after: patience, on: clock, back)
      : Alarm(after: left(of: patience), on: ContinuousClock(), back)
  }

  /// Runs work that may block, or that a user wrote, on a thread of its own.
  func elsewhere(_ back: ReplyHandle, _ work: @escaping @Sendable () -> Input) {
    BlockingWork.perform { [reporter] in
      reporter.perform { back.bring(work()) }
    }
  }

  private func makeTask(_ operation: @escaping @Sendable () async -> Void) {
    timed?.openLane()
    reporter.perform { [self] in surrounded { work = Task(operation: operation).stop } }
  }

  private func decide(on request: URLRequest, body: Data?, _ back: ReplyHandle) -> Input? {
    let parsed = body.map(ParsedBody.init)
    if let decision = registry.decideWithoutClosures(
      request, body: body, bySession: isSession, parsed: parsed)
    {
      transit = nil
      grounds?.note(decision, by: registry)
      return .decision(decision)
    }
    watch(limits(of: request), back)
    elsewhere(back) { [registry, grounds, isSession] in
      let decision = registry.decide(request, body: body, bySession: isSession, parsed: parsed)
      // The report notes an expected miss, too, but is not made if the request has timed out.
      if case .refused(let request, let exchange) = decision {
        registry.noteIfExpected(request, in: exchange)
      }
      grounds?.note(decision, by: registry)
      return .decision(decision)
    }
    return nil
  }

  private func report(
    on request: StubRequest, in exchange: ExchangeLog.ID?, origin: String?, _ back: ReplyHandle
  ) {
    // The report looks at many stubs and calls closures, so it is not made in the client's context.
    elsewhere(back) { [registry, grounds] in
      let report = registry.nearMissReport(
        of: request, in: exchange, origin: origin, isLost: grounds != .test)
      return .report(URLError(.resourceUnavailable, report, url: request.url))
    }
  }

  private func respond(to claim: Claim, within patience: TimeLimits, _ back: ReplyHandle) {
    switch claim.stub.responder {
    case .value(let response):
      back.bring(.response(response))
    case .closure(let make):
      watch(patience, back)
      elsewhere(back) { [registry] in
        registry.surrounding {
          do {
            return try ClosureCall.ofResponse().surround {
              .response(try make(claim.request.readOnce))
            }
          } catch {
            return .failed(error, as: .threw)
          }
        }
      }
    case .asyncClosure(let make):
      watch(patience, back)
      makeTask { [registry, context] in
        await registry.surrounding {
          do {
            let request = claim.request.readOnce
            let response = try await ClosureCall.ofResponse().surround {
              try await ClientContext.$ofClosure.withValue(context) { try await make(request) }
            }
            back.bring(.response(response))
          } catch {
            back.bring(.failed(error, as: .threw))
          }
        }
      }
    }
  }

  private func wait(until moment: Duration, _ back: ReplyHandle) -> Input? {
    let delivery = startedDelivery
    guard moment > delivery.elapsed else { return .due }
    // Simulated time stands still until the delivery sleeps, and again while it takes its step.
    time?.begin()
    // A user's clock may throw for reasons of its own; only its error then ends the request.
    work = delivery.sleep(until: moment) { error in
      back.bringInTime(error.map { .failed($0) } ?? .due)
    }
    return nil
  }

  private func pull(
    from source: @escaping Reply.Source, within patience: TimeLimits, _ back: ReplyHandle
  ) {
    let delivery = startedDelivery
    let pieces = self.source ?? SourcePulling(source)
    self.source = pieces
    watch(patience, back)
    makeTask { [registry] in
      await registry.surrounding {
        do {
          let piece = try await pieces.next()
          back.bring(.piece(piece, at: delivery.elapsed))
        } catch {
          back.bring(.failed(error))
        }
      }
    }
  }

  private var startedDelivery: Stopwatch {
    if let delivery { return delivery }
    let started = Stopwatch(clock)
    delivery = started
    return started
  }
}

extension PerformingDoor {
  func step(_ step: () -> Void) {
    time?.begin()
    step()
    time?.end()
  }

  func workIsOver(with input: Input) {
    if case .decision = input { transit = nil }
    // After a failure, such as the alarm's, the work may still go on, and has to be stopped.
    if case .failed = input { return stopWork() }
    work = nil
    stopWork()
  }

  func stopWork() {
    // Most effects are done at once, and setting nil to nil takes longer than looking.
    if work != nil {
      work?()
      work = nil
    }
    if alarm != nil {
      alarm?.cancel()
      alarm = nil
    }
  }

  func hearOutcome(_ outcome: StubExchange.Outcome, error: (any Error)?) {
    network?.conclude(as: outcome, error: error)
    timed?.endExchange(as: outcome)
  }

  func letGo(of claim: Claim?, and walk: DeliveryPlan?) {
    if claim == nil, walk == nil { return }
    // The registry keeps an active stub with a fixed response. Anything else may hold a user's
    // object, whose `deinit` may wait for the client's queue, on which this runs.
    if let claim, case .value = claim.stub.responder, claim.stub.isActive { return }
    end([claim, walk])
  }

  /// Releases objects later on another thread, since the current step still holds them.
  func end(_ objects: [any Sendable]) {
    let carrier = Elsewhere.Carrier(objects)
    inContext { carrier.end() }
  }
}
