import Foundation

package struct RegistryState {
  struct Settings {
    var unmatched: UnmatchedPolicy
    var network: NetworkProfile?
    var clock: any Clock<Duration>
    var isEnabled = true
    var discretion = Discretion()
    var checks: [any ExchangeCheck] = []
  }

  var settings: Settings
  /// Whether a user has set the policy since the start or a reset.
  var isPolicySet = false
  var index = StubIndex()
  package internal(set) var log = ExchangeLog()
  var stopwatch: Stopwatch
  private var records: [UInt64: StubRecord] = [:]
  /// How many records have an excess request: limited, since each holds a request.
  private var excessCount = 0
  /// Stubs that can answer no more, kept for reports; their number is limited.
  private(set) var usedUp: [Stub] = []
  /// Stubs with a mistaken condition match nothing, and keep unmatched requests off the network.
  private(set) var mistaken: [Stub] = []
  private(set) var removedTooEarly: [Stub] = []
  /// Where the newest stub was registered; nil before the first stub since the start or a reset.
  private(set) var lastPlace: StubLocation?
  private var isAnyCountWritten = false
  var lost: [LostRequest] = []
  /// How many requests `GivenRequests` has remembered of this scope's test.
  var rememberedGifts = 0
  var onTheirWay: [ObjectIdentifier: URLRequest] = [:]
  package var archives: [(name: String, location: StubLocation)] = []
  /// The number of the registry's scope, and the scope around it; nil if it belongs to none.
  var scope: (number: Int, surrounding: @Sendable () -> StubRegistry?)?
  /// One for each clock that the scope has had or its tasks sleep on; nil outside of a scope.
  var clockWatches: [StandstillWatch]?
  var reporting = Reporting()
  var director: (any AnswerDirector)?
  package internal(set) var objections: [StubIssue] = []
  var isJudged = false
  var expectedUnmatched: [UnmatchedExpectation] = []
  var registrations: UInt64 = 0
  /// How many calls of `perform()` in the registry's closures now ask its own stub servers.
  var requestsToItself = 0
  var initialSettings: Settings

  init(settings: Settings) {
    self.settings = settings
    initialSettings = settings
    stopwatch = Stopwatch(settings.clock)
  }

  mutating func insert(_ stub: Stub) {
    lastPlace = stub.location
    if !stub.expected.isUsual, stub.expected.least > 0 { isAnyCountWritten = true }
    if stub.condition.isMistaken { return mistaken.append(stub) }
    if let times = stub.times, times <= 0 { return stepAside(stub) }
    index.insert(stub)
  }

  mutating func remove(_ stub: Stub) {
    if isMissed(stub) { removedTooEarly.append(stub) }
    index.remove(stub)
    usedUp.removeAll { $0 === stub }
    mistaken.removeAll { $0 === stub }
    self[known: stub]?.endWaitsInVain()
  }

  /// Returns values to be released after the lock: a user's objects may have any `deinit`.
  mutating func removeAll(isReset: Bool = false) -> [any Sendable] {
    if isAnyCountWritten { removedTooEarly += index.stubs.filter(isMissed) }
    for record in records.values { record.endWaitsInVain(isReset: isReset) }
    let remains: [any Sendable] = [index, usedUp, mistaken]
    index = StubIndex()
    usedUp = []
    mistaken = []
    return remains
  }

  /// Whether a stub that is being removed has answered fewer requests than its test expects.
  private func isMissed(_ stub: Stub) -> Bool {
    !stub.expected.isUsual && self[stub].claims < stub.expected.least
      && removedTooEarly.count < 100 && index.contains(stub) && !stub.isMiscounted
  }

  /// Keeps a stub that can answer no more; beyond a limit, the oldest such stub is forgotten.
  private mutating func stepAside(_ stub: Stub) {
    // This may be the last reference, and the stub must not be deinitialised under the lock.
    if usedUp.count == 100 { log.drop(usedUp.removeFirst()) }
    usedUp.append(stub)
  }

  func isActive(_ stub: Stub) -> Bool { index.contains(stub) }

  /// The record of a stub, which stays when the stub is removed.
  subscript(stub: Stub) -> StubRecord {
    get { self[known: stub] ?? StubRecord() }
    set { self[known: stub] = newValue }
  }

  /// Nil before the stub's first request or waiter, and after a reset.
  subscript(known stub: Stub) -> StubRecord? {
    get { records[stub.rank.number] }
    set { records[stub.rank.number] = newValue }
  }

  mutating func claim(_ stub: Stub) -> Int {
    let turn = records[stub.rank.number, default: StubRecord()].claim()
    if let times = stub.times, turn + 1 >= times {
      index.remove(stub)
      self[known: stub]?.endWaitsInVain()
      stepAside(stub)
    }
    return turn
  }

  mutating func note(_ excess: Excess?, of stub: Stub) {
    guard let excess, excessCount < 100 else { return }
    excessCount += 1
    records[stub.rank.number]?.excess = excess
  }

  var excesses: [(excess: Excess, count: Int)] {
    records.sorted { $0.key < $1.key }.compactMap { _, record in
      record.excess.map { ($0, record.claims) }
    }
  }

  var askedTooSeldom: [Stub] {
    let active = index.stubs.filter {
      $0.expected.least > 0 && self[$0].claims < $0.expected.least && !$0.isMiscounted
    }
    return (active + removedTooEarly).sorted { $0.rank.number < $1.rank.number }
  }

  /// Nil if the exchange has ended and was dropped, or if the log was emptied since it began.
  @inline(__always)
  mutating func end<Result>(
    _ id: ExchangeLog.ID, _ change: (inout StubExchange) -> Result
  ) -> Result? {
    var stub: UInt64?
    let result = log.update(id) { exchange in
      if exchange.outcome == .pending { stub = exchange.stub?.rank.number }
      return change(&exchange)
    }
    if let stub { records[stub, default: StubRecord()].end() }
    return result
  }

  mutating func reset(_ stopwatch: Stopwatch) -> [any Sendable] {
    let remains = letGo() + [settings, self.stopwatch, records]
    records = [:]
    excessCount = 0
    lost = []
    rememberedGifts = 0
    archives = []
    (objections, isJudged) = ([], false)
    reporting.forget()
    lastPlace = nil
    settings = initialSettings
    isPolicySet = false
    self.stopwatch = stopwatch
    return remains
  }

  /// Lets go of every stub, since each stub holds this state.
  mutating func letGo() -> [any Sendable] {
    let remains = removeAll(isReset: true) + [removedTooEarly, log]
    removedTooEarly = []
    log = ExchangeLog(after: log)
    return remains
  }
}

struct StubRecord {
  typealias Waiter = (stage: Stub.Stage, count: Int, isReached: AsyncStream<Bool>.Continuation)

  /// Exact, whatever the log drops.
  private(set) var claims = 0
  private(set) var endings = 0
  var excess: Excess?
  /// Whether the test was told that the stub's response loses its body.
  var isBodyRemarked = false
  /// A waiter that gives up stays until its stage is reached.
  private(set) var waiters: [Waiter] = []

  mutating func claim() -> Int {
    defer { tellWaiters(of: .arrived, claims) }
    claims += 1
    return claims - 1
  }

  mutating func end() {
    endings += 1
    tellWaiters(of: .ended, endings)
  }

  /// Tells the waiter at once if its stage is reached.
  mutating func add(_ waiter: Waiter) {
    waiters.append(waiter)
    tellWaiters(of: waiter.stage, waiter.stage == .ended ? endings : claims)
  }

  /// Ends waits for more requests than have come, and on a reset all waits: no ending counts then.
  func endWaitsInVain(isReset: Bool = false) {
    for waiter in waiters where isReset || waiter.count > claims { waiter.isReached.finish() }
  }

  private mutating func tellWaiters(of stage: Stub.Stage, _ count: Int) {
    guard !waiters.isEmpty else { return }
    waiters.removeAll { waiter in
      guard waiter.stage == stage, waiter.count <= count else { return false }
      waiter.isReached.yield(true)
      return true
    }
  }
}
