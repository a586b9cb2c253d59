import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The door between an exchange and the session whose task made the request.
///
/// Most effects are performed alike on every platform, in `SessionDoor+Effects` and the files beside it. The
/// platform's folder says where the client is called (`ClientContext`), how it is spoken to
/// (`LoadingClient`), and how its delegate is asked.
final class SessionDoor: @unchecked Sendable {
  // Unchecked: confined to the client's context. Results from elsewhere come by a `ReplyHandle`.

  let registry: StubRegistry
  let grounds: RegistryFinder.Grounds
  let context: ClientContext
  let client: LoadingClient
  /// The registry's clock at the start of the request, which the request keeps to its end.
  let clock: any Clock<Duration>
  let time: SimulatedTime?

  /// The work for the open effect.
  var work: (any Stoppable)?
  var alarm: Alarm?
  /// Counts from the start of the hop's delivery.
  var delivery: Stopwatch?
  /// The source of the hop's body, if it is a stream.
  var source: SourcePulling?
  var network: NetworkHop?
  /// Runs closures in the surroundings of the request, so that the test sees what they record.
  let reporter: IssueReporter?
  let timed: TimedRequest?
  /// Expects the request until it is decided who answers; a test that ends before is told of it.
  private var way: WayIn?
  /// The number of bytes of the hop's body that the delegate was told have been sent.
  private var sentBytes: Int64 = 0

  init(
    of proto: StubURLProtocol, answeredBy registry: StubRegistry,
    on grounds: RegistryFinder.Grounds,
    reporter: IssueReporter?
  ) {
    (self.registry, self.grounds) = (registry, grounds)
    // A request that has lost its scope has the surroundings of the registry's scope.
    self.reporter = reporter ?? registry.reporter
    context = ClientContext(of: proto)
    client = LoadingClient(proto)
    (clock, time) = registry.clockAndTime
    timed = time.map { [context] in
      TimedRequest(noticedBy: $0.rest, directedBy: registry.director, in: context)
    }
  }

  func begin(atTheEndOf way: WayIn?) {
    timed?.begin(atTheEndOf: way)
    self.way = way
  }

  func isDecided() {
    way = nil
  }

  /// Takes a step in which simulated time stands still.
  func step(_ step: () -> Void) {
    time?.begin()
    step()
    time?.end()
  }

  /// Ends the work for the open effect, which has had this result.
  func workIsOver(with input: Input) {
    if case .decision = input { isDecided() }
    // The alarm may have gone off before the work was done.
    if case .failed = input { return stopWork() }
    work = nil
    stopWork()
  }

  func stopWork() {
    work?.stop()
    work = nil
    alarm?.cancel()
    alarm = nil
  }
}

extension SessionDoor: Client {
  func keepCookies(of head: StubResponse.Head, for request: URLRequest) {
    CookieRules(registry: registry, session: context.session)
      .store(head.headers, from: request.url, for: request)
  }

  func hearSent(_ count: Int, of total: Int) {
    let sent = Int64(count)
    timed?.noteTelling()
    context.tellDelegate(sent: sent, of: Int64(total), added: sent - sentBytes)
    sentBytes = sent
  }

  func hear(_ head: StubResponse.Head, of request: URLRequest, leadingTo redirect: Redirect?) {
    timed?.noteTelling()
    client.receive(head, from: request.url ?? Self.noURL, leadingTo: redirect)
  }

  func hearForeignHead() {
    if let head = network?.arrivals.foreignHead { client.receive(head) }
  }

  func hear(_ piece: Data, bodySoFar: Data?) {
    timed?.noteTelling()
    client.load(piece, bodySoFar: bodySoFar)
  }

  func hearOutcome(_ outcome: StubExchange.Outcome, error: (any Error)?) {
    network?.conclude(as: outcome, error: error)
    timed?.end(as: outcome)
  }

  func stopHop() {
    stopWork()
    network?.cancel()
    if let source { end([source]) }
    (network, source, delivery, sentBytes) = (nil, nil, nil, 0)
  }

  func letGo(of claim: Claim?, and walk: DeliveryCursor?) {
    if claim == nil, walk == nil { return }
    // A stub with a fixed response is held by its registry. Anything else may hold a user's object, whose
    // `deinit` may do anything, such as wait for the very queue that this is.
    if let claim, case .value = claim.stub.responder, claim.stub.isActive { return }
    end([claim, walk])
  }

  /// Releases objects on another thread, after this step, which still holds them.
  private func end(_ objects: [any Sendable]) {
    let carrier = Elsewhere.Carrier(objects)
    context.perform { carrier.end() }
  }

  func hear(_ ending: Ending) {
    switch ending {
    case .finished: client.finish()
    case .failed(let error): client.fail(error)
    case .cancelled: break
    }
  }

  func abandon() {
    client.abandon()
  }

  /// Stands in for the URL of a request that has none, since a response must have one.
  static let noURL = URL(filePath: "/")

  func dressed(_ request: URLRequest) -> URLRequest {
    var request = request
    addSessionHeaders(to: &request)
    CookieRules(registry: registry, session: context.session).addCookies(to: &request)
    return request
  }

  /// Adds the session's headers, which are missing in the request that a protocol is given.
  private func addSessionHeaders(to request: inout URLRequest) {
    guard let additional = context.session?.configuration.httpAdditionalHeaders else { return }
    for (name, value) in additional {
      let name = "\(name)"
      if request.value(forHTTPHeaderField: name) == nil {
        request.setValue("\(value)", forHTTPHeaderField: name)
      }
    }
  }

  /// The request's own timeout, or the session's if it has none, and the session's limit for the whole.
  func limits(of request: URLRequest) -> TimeLimits {
    let session = context.session?.configuration
    let own = request.timeoutInterval
    let idle = own == Self.defaultTimeout ? session?.timeoutIntervalForRequest ?? own : own
    return TimeLimits(
      idle: Self.duration(idle), total: (session?.timeoutIntervalForResource).flatMap(Self.duration)
    )
  }

  /// The `timeoutInterval` of a request that sets none.
  private static let defaultTimeout: TimeInterval = 60

  private static func duration(_ interval: TimeInterval) -> Duration? {
    interval > 0 && interval.isFinite ? .simulated(seconds: interval) : nil
  }
}

protocol Stoppable {
  func stop()
}

extension SimulatedTime.Sleep: Stoppable {}

extension Task: Stoppable {
  /// Cancels on another thread: a user's cancellation handler runs inside of `cancel()`, and may wait for
  /// the very queue that the client's context is.
  func stop() {
    BlockingWork.perform { cancel() }
  }
}
