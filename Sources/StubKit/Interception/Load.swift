import Dispatch
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The loading of one task: from its first request, over redirects, to exactly one ending.
///
/// ```
/// start ─ body read ─ decide ─┬ claimed ── respond ── deliver ─┬ finish
///            ↑                ├ released ─ forward ────────────┤ fail
///            └─ next hop ─────┼ refused ───────────────────────┘ cancel
///                             ↖ redirect
/// ```
/// Each hop is claimed and logged as an exchange of its own.
final class Load: @unchecked Sendable {
  // Unchecked: confined to the client's context. Work elsewhere comes back through `inContext`.

  let registry: StubRegistry
  let channel: ClientChannel
  /// The request that is being answered now.
  var hop: Hop
  /// How many redirects were followed.
  var redirects = 0
  /// Which redirect led to the hop, for the report if no stub matches it.
  var origin: String?
  /// How many times the request was sent again with a credential.
  var authenticationRounds = 0
  /// What goes on for this load over time and must stop with it: a delivery, a forwarded request.
  var work: (any LoadWork)?

  /// Ends the load if what a user wrote takes too long.
  var watchdog: Task<Void, any Error>?

  private(set) var isOver = false
  private var isPaused = false
  /// What came due while the task was suspended.
  private var held: [Held] = []

  /// One request of a load and what is known of its answer.
  struct Hop {
    var request: URLRequest
    var body: Data?
    var snapshot: StubRequest?
    var claim: Claim?
    var exchange: ExchangeLog.ID?
    var response: StubExchange.Response?
    /// How much of the body the delegate was told has been sent.
    var sentBytes: Int64 = 0
    /// Whether the network performs it.
    var isForwarded = false
    /// What the network has brought back so far, if somebody wants to hear of it.
    var forwarded: ForwardedExchange?
  }

  private struct Held {
    let step: () -> Void
    let drop: () -> Void
    /// The simulated time that would stand still for the step, which must not wait for a user.
    let time: SimulatedTime?
  }

  init(of request: URLRequest, answeredBy registry: StubRegistry, over channel: ClientChannel) {
    hop = Hop(request: request)
    self.registry = registry
    self.channel = channel
  }

  /// The load of a protocol instance; nil, and the instance has failed, if its registry is gone.
  static func of(_ proto: StubURLProtocol, answeredBy finding: RegistryFinder.Finding) -> Load? {
    let channel = ClientChannel(proto)
    switch finding {
    case .registry(let registry):
      let load = Load(of: proto.request, answeredBy: registry, over: channel)
      #if !canImport(FoundationNetworking)
        load.origin = proto.task.flatMap { TaskMark.of($0).takeOrigin() }
      #endif
      return load
    case .gone:
      channel.fail(RegistryFinder.goneError(for: proto.request))
      return nil
    }
  }

  /// Begins with the task's own request.
  func start() {
    if let error = UnsupportedTask.error(for: channel.task) { return fail(error) }
    let request = hop.request
    readBody(of: request) { self.begin(request, body: $0) }
  }

  /// Begins a hop: the task's own request, a redirect, or another authentication round.
  func begin(_ request: URLRequest, body: Data?) {
    var request = request
    addSessionHeaders(to: &request)
    CookieRules(registry: registry, session: channel.session).addCookies(to: &request)
    hop = Hop(request: request, body: body)
    decide()
  }

  /// Headers that the session adds are not in the request that a protocol is given.
  private func addSessionHeaders(to request: inout URLRequest) {
    guard let additional = channel.session?.configuration.httpAdditionalHeaders else { return }
    for (name, value) in additional {
      let name = "\(name)"
      if request.value(forHTTPHeaderField: name) == nil {
        request.setValue("\(value)", forHTTPHeaderField: name)
      }
    }
  }
}

/// Getting from elsewhere into the client's context.
extension Load {
  /// Runs a step in the client's context, unless the load is over by then; a suspended task waits.
  ///
  /// - Parameters:
  ///   - time: The simulated time that stands still until the step is taken.
  ///   - drop: What happens instead of the step when the load is over.
  func inContext(
    stopping time: SimulatedTime? = nil, _ step: @escaping @Sendable () -> Void,
    orDrop drop: @escaping @Sendable () -> Void = {}
  ) {
    channel.perform { [self] in
      if isOver {
        drop()
      } else if isPaused {
        time?.end()
        held.append(Held(step: step, drop: drop, time: time))
      } else {
        step()
      }
    }
  }

  /// Runs what may block, or what a user wrote, elsewhere and comes back with its result.
  func elsewhere<Result: Sendable>(
    _ work: @escaping @Sendable () -> Result, then next: @escaping @Sendable (Result) -> Void,
    orDrop drop: @escaping @Sendable (Result) -> Void = { _ in }
  ) {
    // A queue each, not the global one: that has few threads, shares them with Swift's tasks, and a
    // handful of closures that wait for something would stop the program.
    DispatchQueue(label: "StubKit.elsewhere").async {
      let result = work()
      self.inContext({ next(result) }, orDrop: { drop(result) })
    }
  }

  /// Tells an event and goes on when it has been heard; at once if nobody listens.
  func tell(
    _ event: @autoclosure () -> StubEvent, then next: @escaping @Sendable () -> Void,
    orDrop drop: @escaping @Sendable () -> Void = {}
  ) {
    guard !registry.events.isEmpty else { return next() }
    registry.events.tell(event()) { self.inContext(next, orDrop: drop) }
  }

  /// The task was suspended: what comes due is held back.
  func pause() {
    isPaused = true
  }

  /// The task goes on: what was held back happens now.
  func resume() {
    isPaused = false
    let held = held
    self.held = []
    for (position, entry) in held.enumerated() {
      // A step may end the load or suspend the task again.
      if isPaused {
        self.held += held[position...]
        return
      }
      entry.time?.begin()
      if isOver { entry.drop() } else { entry.step() }
    }
  }
}

/// The three endings.
extension Load {
  /// The response is complete.
  func finish() {
    guard end(.finished) else { return }
    tellEnd { self.channel.finish() }
  }

  /// The request fails.
  func fail(_ error: any Error, as outcome: StubExchange.Outcome = .failed) {
    let error: any Error = (error as? URLError)?.failing(hop.request.url) ?? error
    guard end(outcome, error: error) else { return }
    tellEnd(error) { self.channel.fail(error) }
  }

  /// The client cancelled the task, and knows.
  func cancel() {
    channel.abandon()
    let error = URLError(.cancelled).failing(hop.request.url)
    guard end(.cancelled, error: error) else { return }
    tellEnd(error) {}
  }

  /// Closes the exchange and stops all work; false if the load was over already.
  private func end(_ outcome: StubExchange.Outcome, error: (any Error)? = nil) -> Bool {
    guard !isOver else { return false }
    isOver = true
    work?.cancel()
    work = nil
    watchdog?.cancel()
    let held = held
    self.held = []
    for entry in held {
      entry.time?.begin()
      entry.drop()
    }
    if outcome != .cancelled { tellForwarded(error: error) }
    let isPassedThrough = hop.isForwarded && outcome == .finished
    registry.conclude(
      hop.exchange, isPassedThrough ? .passedThrough : outcome, response: hop.response,
      error: error)
    return true
  }

  /// Tells the ending to those who listen, and then to the client.
  private func tellEnd(
    _ error: (any Error)? = nil, then next: @escaping @Sendable () -> Void
  ) {
    guard !registry.events.isEmpty, let snapshot = hop.snapshot else { return next() }
    let event = StubEvent(
      .finished, snapshot, stub: hop.claim?.stub, response: hop.response, error: error)
    registry.events.tell(event) { self.channel.perform(next) }
  }
}

/// Something that runs on behalf of a load.
protocol LoadWork {
  func cancel()
}

extension Task: LoadWork {}
