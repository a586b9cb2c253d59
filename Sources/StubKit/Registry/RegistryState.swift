import Foundation

/// Everything in a registry that changes, behind its one lock.
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
  /// Whether the policy has been set since the start or the last reset.
  private var isPolicySet = false
  var index = StubIndex()
  package internal(set) var log = ExchangeLog()
  private(set) var stopwatch: Stopwatch
  private var records: [UInt64: StubRecord] = [:]
  /// The number of records with an excess request, which is limited: each holds a request.
  private var excessCount = 0
  /// The stubs that stepped aside after their last claim, for reports; their number is limited.
  private(set) var usedUp: [Stub] = []
  /// The stubs with a mistaken condition: they match nothing, and no request is let out.
  private(set) var mistaken: [Stub] = []
  private(set) var removedTooEarly: [Stub] = []
  private var isAnyCountWritten = false
  /// The requests without a scope that may belong to this registry's scope.
  var lost: [LostRequest] = []
  /// The number of remembered requests that the scope got only because of its session.
  var rememberedGifts = 0
  var onTheirWay: [ObjectIdentifier: URLRequest] = [:]
  /// The archives that stubs come from, and where the test gave them.
  package var archives: [(name: String, location: StubLocation)] = []
  /// Watches a scope's clock for long standstills; the outer optional is nil if there is no scope.
  var standstillWatch: StandstillWatch??
  var reporting = Reporting()
  var director: (any AnswerDirector)?
  /// What checks have found to be wrong; their number is limited.
  private(set) var objections: [StubIssue] = []
  private var isJudged = false
  var expectedUnmatched: [UnmatchedExpectation] = []
  private var registrations: UInt64 = 0
  /// Whether a stub has been registered since the start or the last reset.
  private(set) var wasEverUsed = false
  private(set) var initialSettings: Settings

  init(settings: Settings) {
    self.settings = settings
    initialSettings = settings
    stopwatch = Stopwatch(settings.clock)
  }

  mutating func nextRank(priority: Int) -> Stub.Rank {
    registrations += 1
    wasEverUsed = true
    return Stub.Rank(priority: priority, number: registrations)
  }

  mutating func insert(_ stub: Stub) {
    if !stub.expected.isUsual, stub.expected.least > 0 { isAnyCountWritten = true }
    if stub.condition.isMistaken { return mistaken.append(stub) }
    // A stub with `times: 0` is used up from the start.
    if let times = stub.times, times <= 0 { return stepAside(stub) }
    index.insert(stub)
  }

  mutating func remove(_ stub: Stub) {
    if isMissed(stub) { removedTooEarly.append(stub) }
    index.remove(stub)
    usedUp.removeAll { $0 === stub }
    mistaken.removeAll { $0 === stub }
  }

  /// Returns what is to be released after the lock: a user's objects in it may have any `deinit`.
  mutating func removeAll() -> [any Sendable] {
    if isAnyCountWritten { removedTooEarly += index.stubs.filter(isMissed) }
    let remains: [any Sendable] = [index, usedUp, mistaken]
    index = StubIndex()
    usedUp = []
    mistaken = []
    return remains
  }

  /// Whether a removed stub has not yet answered the number of requests that its test expects.
  private func isMissed(_ stub: Stub) -> Bool {
    !stub.expected.isUsual && self[stub].claims < stub.expected.least
      && removedTooEarly.count < 100 && index.contains(stub) && !stub.isMiscounted
  }

  /// Remembers a stub that can answer no more; beyond a limit, the oldest such stub is forgotten.
  private mutating func stepAside(_ stub: Stub) {
    // This may be the last reference, and the stub must not be deinitialised under the lock.
    if usedUp.count == 100 { log.drop(usedUp.removeFirst()) }
    usedUp.append(stub)
  }

  func isActive(_ stub: Stub) -> Bool { index.contains(stub) }

  /// What is known of a stub, even one that has been removed.
  subscript(stub: Stub) -> StubRecord {
    get { self[known: stub] ?? StubRecord() }
    set { self[known: stub] = newValue }
  }

  /// The same; nil before the stub's first request or waiter, and after a reset, which an exchange may outlive.
  subscript(known stub: Stub) -> StubRecord? {
    get { records[stub.rank.number] }
    set { records[stub.rank.number] = newValue }
  }

  /// Uses an active stub once, and returns the number of the use, from 0.
  mutating func claim(_ stub: Stub) -> Int {
    let turn = records[stub.rank.number, default: StubRecord()].claim()
    if let times = stub.times, turn + 1 >= times {
      index.remove(stub)
      stepAside(stub)
    }
    return turn
  }

  mutating func note(_ excess: Excess?, of stub: Stub) {
    guard let excess, excessCount < 100 else { return }
    excessCount += 1
    records[stub.rank.number]?.excess = excess
  }

  /// The first excess requests of stubs, oldest stub first, each with the number of requests in all.
  var excesses: [(excess: Excess, count: Int)] {
    records.sorted { $0.key < $1.key }.compactMap { _, record in
      record.excess.map { ($0, record.claims) }
    }
  }

  /// The stubs that were claimed less often than expected, oldest first.
  var askedTooSeldom: [Stub] {
    let active = index.stubs.filter {
      $0.expected.least > 0 && self[$0].claims < $0.expected.least && !$0.isMiscounted
    }
    guard !removedTooEarly.isEmpty else { return active }
    return (active + removedTooEarly).sorted { $0.rank.number < $1.rank.number }
  }

  /// Records the end of an exchange, and returns the result of the change; nil if the log has dropped it.
  @inline(__always)
  mutating func end<Result>(
    _ id: ExchangeLog.ID, _ change: (inout StubExchange) -> Result
  ) -> Result? {
    var stub = log.takeDroppedUnderWay(id)
    let result = log.update(id) { exchange in
      if exchange.outcome == .pending { stub = exchange.stub?.rank.number }
      return change(&exchange)
    }
    if let stub { records[stub, default: StubRecord()].end() }
    return result
  }

  mutating func note(objection issue: StubIssue) {
    if objections.count < 100 { objections.append(issue) }
  }

  /// Notes that the scope is judged; false if that was noted before.
  mutating func beginJudging() -> Bool {
    defer { isJudged = true }
    return !isJudged
  }

  mutating func set(_ policy: UnmatchedPolicy) {
    settings.unmatched = policy
    isPolicySet = true
  }

  /// Sets the policy until a user sets another, and again after a reset.
  mutating func setUnlessSet(_ policy: UnmatchedPolicy) {
    initialSettings.unmatched = policy
    if !isPolicySet { settings.unmatched = policy }
  }

  mutating func begin(with discretion: Discretion) {
    (settings.discretion, initialSettings.discretion) = (discretion, discretion)
  }

  /// `stopwatch` was started before the lock was taken, since starting it calls the user's clock.
  mutating func use(_ clock: any Clock<Duration>, _ stopwatch: Stopwatch) {
    settings.clock = clock
    self.stopwatch = stopwatch
  }

  /// Forgets everything; `stopwatch` for the initial clock was started before the lock was taken.
  mutating func reset(_ stopwatch: Stopwatch) -> [any Sendable] {
    let remains = letGo() + [settings, self.stopwatch]
    records = [:]
    excessCount = 0
    lost = []
    rememberedGifts = 0
    archives = []
    (objections, isJudged) = ([], false)
    reporting.forget()
    wasEverUsed = false
    settings = initialSettings
    isPolicySet = false
    self.stopwatch = stopwatch
    return remains
  }

  /// Releases every stub, so that no stub holds the state any more.
  mutating func letGo() -> [any Sendable] {
    let remains = removeAll() + [removedTooEarly, log]
    removedTooEarly = []
    log = ExchangeLog(after: log)
    return remains
  }
}
