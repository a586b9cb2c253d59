import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What happens to one request, from its start over hops to exactly one ending.
///
/// It is asked for one need at a time: it takes news in, tells its client at once what follows from
/// it, and says what it needs next.
///
/// ```text
/// outside ─body→ reading ─decision→ deciding ─┬ claimed ── telling ─┬ value ─────────────┐
///                  ▲ (a hop begins)           ├ released ─ telling ─┴ network ─┐         ▼
///                  │                          ├ ignored ─────────── network ───┴─▶ walking ⟲
///                  │                          └ refused ── refusing ─ telling ┐          │
///                  └──── telling ◀─ redirect followed, credential given ◀ asking ◀── head ┤
///   a closure: telling ─response→ responding ─▶ walking                       ▼          ▼
///   from everywhere: failed (timed out, threw), cancelled ──────────────────▶ over: one ending
/// ```
/// Each hop is claimed and logged as an exchange of its own.
struct Course<C: Client> {
  let registry: StubRegistry
  let client: C
  /// Who tells the test of what goes wrong, as if from where the request was made.
  let reporter: IssueReporter?
  var place = Place.outside
  /// The request that is being answered now.
  var hop: Hop
  /// What a stub's answer has left.
  var walk: Walk?
  /// How many redirects were followed.
  var redirects = 0
  /// How many times the request was sent again with a credential.
  var credentials = 0
  /// Which redirect led to the hop, for the report if no stub matches it.
  var origin: String?
  /// When the hop was asked for.
  var asked: Duration?
  /// The time on the registry's clock, once it was asked for in this step.
  private(set) var time: Duration?

  /// Where a request is on its way.
  enum Place {
    case outside
    case reading(URLRequest)
    case deciding
    case refusing(StubRequest)
    /// An event is being heard before the request goes on.
    case telling(then: Afterwards)
    case responding(to: Claim)
    /// The answer is there, and somebody holds it back.
    case holding(Claim)
    case walking
    case asking(Question)
    /// Others are being told of the ending: first the test, then those who hear of events.
    case ending(Ending, StubEvent?)
    case over
  }

  /// What follows once an event has been heard.
  enum Afterwards {
    case activate(Claim)
    case respond(to: Claim)
    case deliver(ResolvedResponse, of: Claim)
    case forward
    case follow(URLRequest)
    case refuse(URLError)
    case handOver(Redirect, StubResponse.Head)
  }

  init(
    of request: URLRequest, answeredBy registry: StubRegistry, toldTo client: C,
    reporter: IssueReporter? = nil, origin: String? = nil
  ) {
    self.registry = registry
    self.client = client
    self.reporter = reporter
    self.origin = origin
    hop = Hop(request, madeOf: request)
  }

  /// Takes news in, tells the client what follows from it, and says what is needed next.
  mutating func next(_ news: News) -> Need {
    time = nil
    switch (place, news) {
    // Whoever listens may take too long; the client does not wait for ever.
    case (.ending(let ending, let event), .heard(let brief)):
      return say(ending.saying(brief), after: event)
    case (.ending(let ending, let event), .failed): return say(ending, after: event)
    case (.ending, _), (.over, _): return .nothing
    case (_, .cancelled): return end(.cancelled, as: .cancelled)
    // That nothing matches is known, and more than that somebody takes his time.
    case (.refusing(let request), .failed): return refuseWithoutReport(request)
    case (.telling(then: .refuse(let error)), .failed): return fail(error, as: .unmatched)
    case (_, .failed(let error, let outcome)): return fail(error, as: outcome)
    case (.outside, .begun): return read(hop.request, isOwn: true)
    case (.reading(let request), .body(let body)): return begin(request, body: body)
    case (.deciding, .decision(let decision)): return act(on: decision)
    case (.refusing(let request), .report(let error)): return refuse(request, error)
    case (.telling(let afterwards), .heard): return go(on: afterwards)
    case (.responding(let claim), .response(let response)): return deliver(response, of: claim)
    case (.holding(let claim), .leave(let answer)): return deliver(answer, of: claim)
    case (.walking, .due): return walkOn { $0.reach() }
    case (.walking, .piece(let piece, let time)): return walkOn { $0.pull(piece, at: time) }
    case (.walking, .arrival(let arrival)): return take(arrival)
    case (.asking(let question), .advice(let advice)): return follow(advice, on: question)
    default: return .nothing  // The passage brings only what is needed.
    }
  }

  /// The time on the registry's clock: within a step it stands still.
  mutating func now() -> Duration {
    if let time { return time }
    let now = registry.elapsed
    time = now
    return now
  }

  /// Begins a step at a time that is known, so that the clock need not be read again.
  mutating func begin(at time: Duration) {
    self.time = time
  }

  /// Whether the ending is known; the client may not have heard it yet.
  var isOver: Bool {
    switch place {
    case .ending, .over: true
    default: false
    }
  }

  /// Undoes what came too late.
  func drop(_ news: News) {
    if case .decision(let decision) = news { registry.conclude(decision.exchange, .cancelled) }
  }
}
