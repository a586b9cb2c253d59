import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The door between the exchange of a request and the session whose task asks for it.
///
/// Needs are met alike on every platform: in `SessionDoor+Meeting` and the files beside it. What a
/// platform does in its own way stands in its folder: where the client is called (`ClientContext`),
/// how it is spoken to (`LoadingClient`), and how its delegate is asked.
final class SessionDoor: @unchecked Sendable {
  // Unchecked: confined to the client's context. What comes from elsewhere comes by a `WayBack`.

  let registry: StubRegistry
  /// Why it is this registry.
  let grounds: RegistryFinder.Grounds
  let context: ClientContext
  let client: LoadingClient
  /// The registry's clock when the request came, which is the request's to its end.
  let clock: any Clock<Duration>
  /// The simulated time of that clock, if it tells one.
  let time: SimulatedTime?

  /// What is being done for the open need.
  var work: (any Stoppable)?
  /// Ends the waiting for the open need.
  var alarm: Alarm?
  /// Counts from when the hop's delivery began.
  var delivery: Stopwatch?
  /// Where the pieces of the hop's body come from.
  var source: SourcePulling?
  /// The network that performs the hop.
  var network: NetworkHop?
  /// Runs closures as if where the request was made, for a test to see what they record.
  let reporter: IssueReporter?
  /// The request in simulated time, if that is what its clock tells.
  let timed: TimedRequest?
  /// The way of the request, until it is decided who answers: a test that ends before knows nothing of it.
  private var way: WayIn?
  /// How much of the hop's body the delegate was told has been sent.
  private var sentBytes: Int64 = 0

  init(
    of proto: StubURLProtocol, answeredBy registry: StubRegistry,
    on grounds: RegistryFinder.Grounds,
    reporter: IssueReporter?
  ) {
    (self.registry, self.grounds) = (registry, grounds)
    // Where the request has lost its scope, the surroundings are those of the registry's scope.
    self.reporter = reporter ?? registry.reporter
    context = ClientContext(of: proto)
    client = LoadingClient(proto)
    (clock, time) = registry.clockAndTime
    timed = time.map { [context] in
      TimedRequest(noticedBy: $0.rest, directedBy: registry.director, in: context)
    }
  }

  /// The request has come in.
  func begin(atTheEndOf way: WayIn?) {
    timed?.begin(atTheEndOf: way)
    self.way = way
  }

  /// It is decided who answers the request.
  func isDecided() {
    way = nil
  }

  /// Takes a step in which simulated time stands still.
  func step(_ step: () -> Void) {
    time?.begin()
    step()
    time?.end()
  }

  /// What was being done for the open need has come to this.
  func workIsOver(with news: News) {
    if case .decision = news { isDecided() }
    // Somebody's patience may have been over before the work was.
    if case .failed = news { return stopWork() }
    work = nil
    stopWork()
  }

  /// What was being done for the last need is not wanted any more.
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

  func letGo(of claim: Claim?, and walk: Walk?) {
    if claim == nil, walk == nil { return }
    // The stub of a value is held by its registry. What else may end with this may be a user's, whose
    // `deinit` may do anything, such as wait for the very queue that this is.
    if let claim, case .value = claim.stub.responder, claim.stub.isActive { return }
    end([claim, walk])
  }

  /// Has objects end on another thread, after this step, which still holds them.
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
}
