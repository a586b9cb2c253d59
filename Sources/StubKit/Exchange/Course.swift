import Foundation

/// What happens to one request, from its start through its hops to exactly one ending.
///
/// A course is a state machine: for each `Input` it makes the calls to the client that are due, and
/// returns the one `Effect` that it waits for next.
///
/// ```text
/// outside ─body→ reading ─decision→ deciding ─┬ claimed ── telling ─┬ value ─────────────┐
///                  ▲ (a hop begins)           ├ released ─ telling ─┴ network ─┐         ▼
///                  │                          ├ ignored ─────────── network ───┴─▶ walking ⟲
///                  │                          ├ unsendable ───▶ over                     │
///                  │                          └ refused ── refusing ─ telling ┐          │
///                  └──── telling ◀─ redirect followed ◀────────────────── asking ◀── head ┤
///   a closure: telling ─response→ responding ─▶ walking                       ▼          ▼
///   from everywhere: failed (timed out, threw), cancelled ──────────────────▶ over: one ending
/// ```
/// A credential leads from `asking` to `deciding`, or back to `walking` if the network performs the
/// hop. Except in this last case, each hop is decided on anew, and is an exchange of its own in the
/// log, unless the registry ignores the request.
struct Course {
  let registry: StubRegistry
  let client: any Client
  /// Reports issues as if from the code that made the request.
  let reporter: IssueReporter?
  var place = Place.outside
  var hop: Hop
  var walk: DeliveryPlan?
  var redirects = 0
  /// How many credentials were given.
  var credentials = 0
  /// How many credentials were given since the last redirect.
  var failures = 0
  /// A sentence on where the hop comes from, for the report if no stub matches.
  var origin: String?
  /// Why the request ended before it was decided on, unless its client cancelled it.
  var lateness: (any Error)?
  /// The ended exchanges that the registry's checks have yet to judge.
  var unjudged: [StubExchange] = []
  /// When the hop began, on the registry's clock.
  var asked: Duration?
  /// When the whole request began.
  var begun: Duration?
  /// The time of this step: the registry's clock is read at most once in a step.
  var time: Duration?

  enum Place {
    case outside
    case reading(URLRequest)
    case deciding
    indirect case refusing(StubRequest)
    /// Event handlers run, or the test is told, before the request goes on.
    case telling(then: Afterwards)
    case responding(to: Claim)
    case holding(Claim)
    case walking
    indirect case asking(Question)
    /// Checks judge, the test is told, then event handlers hear of the ending; the client is last.
    indirect case ending(Ending, StubEvent?)
    case over
  }

  enum Afterwards {
    case activate(Claim)
    case respond(to: Claim)
    case deliver(ResolvedResponse, of: Claim)
    case forward
    case follow(URLRequest)
    case refuse(URLError)
    indirect case handOver(Redirect, StubResponse.Head)
    indirect case tell(StubEvent?, then: Afterwards)
  }

  mutating func next(_ input: consuming Input) -> Effect {
    time = nil
    switch (place, input) {
    case (.ending(let ending, let event), .heard(let brief)):
      return say(client.isSession ? ending.saying(brief) : ending, after: event)
    // If a check, the test or an event handler takes too long, the client still hears the ending.
    case (.ending(let ending, let event), .failed): return say(ending, after: event)
    case (.ending, _), (.over, _): return .nothing
    case (_, .cancelled): return end(.cancelled, as: .cancelled)
    // The request is already known to be unmatched; a slow handler or report does not change that.
    case (.refusing(let request), .failed): return refuse(Self.refusalWithoutReport(of: request))
    case (.telling(then: .refuse(let error)), .failed): return fail(error, as: .unmatched)
    case (.deciding, .failed(let error, let outcome)):
      lateness = error
      return fail(error, as: outcome)
    case (_, .failed(let error, let outcome)): return fail(error, as: outcome)
    case (.outside, .begun): return read(hop.request, isOwn: true)
    case (.reading(let request), .body(let body)): return begin(request, body: body)
    case (.deciding, .decision(let decision)): return act(on: decision)
    case (.refusing, .report(let error)): return refuse(error)
    case (.telling(let afterwards), .heard): return go(on: afterwards)
    case (.responding(let claim), .response(let response)): return deliver(response, of: claim)
    case (.holding(let claim), .leave(let answer)): return deliver(answer, of: claim)
    case (.walking, .due): return walkOn { $0.reach() }
    case (.walking, .piece(let piece, let time)): return walkOn { $0.pull(piece, at: time) }
    case (.walking, .arrival(let arrival)): return take(arrival)
    case (.asking(let question), .advice(let advice)): return follow(advice, on: question)
    default: return .nothing  // The passage brings nothing else.
    }
  }

  mutating func now() -> Duration {
    let now = time ?? registry.elapsed
    time = now
    return now
  }

  /// Whether the ending is known; the client may still be waiting for it.
  var isOver: Bool {
    switch place {
    case .ending, .over: true
    default: false
    }
  }

  /// Closes the exchange of a decision that came too late.
  func drop(_ input: Input) {
    guard case .decision(let decision) = input else { return }
    switch (decision, lateness) {
    case (_, nil): registry.conclude(decision.exchange, .cancelled)
    case (.refused(let request, let exchange), _?):
      registry.conclude(
        exchange, .unmatched, error: hidingSecrets(Self.refusalWithoutReport(of: request)))
    case (.unsendable(let request, let exchange), _?):
      registry.conclude(exchange, .cannotBeSent, error: hidingSecrets(.unsendable(request)))
    case (_, let error?):
      registry.conclude(
        decision.exchange, .failed, error: (error as? URLError).map(hidingSecrets) ?? error)
    }
  }
}

/// One request of a course: the task's own, a redirect, or one sent again with a credential.
struct Hop {
  let request: URLRequest
  /// The request before its session added headers and cookies.
  var plainRequest: URLRequest
  var body: Data?
  /// Nil until it is made, and after the course has released it.
  var decision: Decision?
  var head: StubResponse.Head?
  /// The value of the `Authorization` header that a server on the network has asked for.
  var credential: String?
  var transcript = Transcript()
  /// Whether the log has the current state of the transcript.
  var isNoted = true

  var requestWithOwnCookies: URLRequest {
    var request = request
    let field = "Cookie"
    request.setValue(plainRequest.value(forHTTPHeaderField: field), forHTTPHeaderField: field)
    return request
  }

  var origin: String? {
    decision.map { decision in
      let stub = decision.claim.map { " by the stub at \($0.stub.location)" } ?? ""
      return "It was redirected there from \(decision.request)\(stub)."
    }
  }
}
