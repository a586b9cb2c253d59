import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Everything of a registry that changes, behind its one lock.
package struct RegistryState {
  /// What a user can set.
  struct Settings {
    var unmatched: UnmatchedPolicy
    var network: NetworkProfile?
    var clock: any Clock<Duration>
    var isEnabled = true
    var discretion = Discretion()
  }

  var settings: Settings
  /// Whether somebody has set the policy since the start or the last reset.
  private var isPolicySet = false
  private(set) var index = StubIndex()
  var log = ExchangeLog()
  private(set) var stopwatch: Stopwatch
  /// How often each stub was claimed, by the number of its rank; exact, whatever the log drops.
  private var claims: [UInt64: Int] = [:]
  /// The same of those that have ended.
  private var endings: [UInt64: Int] = [:]
  /// The stubs that stepped aside after their last claim, for reports; their number is limited.
  private(set) var usedUp: [Stub] = []
  /// The stubs whose conditions have a mistake: they match nothing, and nothing is let out.
  private(set) var mistaken: [Stub] = []
  /// The stubs of which cannot be what is expected; their number is limited.
  private(set) var miscounted: [Stub] = []
  /// The stubs that were removed before they had answered as many requests as is written.
  private(set) var removedTooEarly: [Stub] = []
  /// For stubs, by the number of their rank, the first request that was one too many.
  private(set) var excesses: [UInt64: Excess] = [:]
  /// Whether it was written of any stub that it has to answer.
  private var isAnyCountWritten = false
  private var waiters = StageWaiters()
  /// Requests that may belong to the scope of this registry, and came without one.
  var lost: [LostRequest] = []
  /// How many requests are remembered that the scope was given for nothing but its session.
  var rememberedGifts = 0
  /// The requests that were made and have not come in yet.
  var onTheirWay: [ObjectIdentifier: URLRequest] = [:]
  /// The archives that stubs come from, and where they were given.
  package var archives: [(name: String, location: StubLocation)] = []
  /// Who looks whether the clock of a scope stands still for long; the outer nil where there is no scope.
  var standstillWatch: StandstillWatch??
  /// Whom to tell of issues, and what has been told.
  var reporting = Reporting()
  /// Unmatched requests that the test expects now.
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
}

/// Stubs come and go.
extension RegistryState {
  mutating func nextRank(priority: Int) -> Stub.Rank {
    registrations += 1
    wasEverUsed = true
    return Stub.Rank(priority: priority, number: registrations)
  }

  /// Finds the place for the stub that is inserted next.
  mutating func placement(for alternatives: [[RequestComparison]]) -> StubIndex.Placement {
    index.placement(for: alternatives)
  }

  mutating func insert(_ stub: Stub) {
    if stub.isMiscounted, miscounted.count < 100 { miscounted.append(stub) }
    if !stub.expected.isUsual, stub.expected.least > 0 { isAnyCountWritten = true }
    if stub.condition.isMistaken { return mistaken.append(stub) }
    // `times: 0` is a stub that is used up from the start.
    if let times = stub.times, times <= 0 { return stepAside(stub) }
    index.insert(stub)
  }

  mutating func remove(_ stub: Stub) {
    if isMissed(stub) { removedTooEarly.append(stub) }
    index.remove(stub)
    usedUp.removeAll { $0 === stub }
    mistaken.removeAll { $0 === stub }
    miscounted.removeAll { $0 === stub }
  }

  mutating func removeAll() -> Remains {
    if isAnyCountWritten { removedTooEarly += index.stubs.filter(isMissed) }
    let remains = Remains(index: index, others: usedUp + mistaken + miscounted)
    index = StubIndex()
    usedUp = []
    mistaken = []
    miscounted = []
    return remains
  }

  /// Whether requests are still missing when a stub is removed: what is written has to be kept.
  private func isMissed(_ stub: Stub) -> Bool {
    !stub.expected.isUsual && claimCount(of: stub) < stub.expected.least
      && removedTooEarly.count < 100 && index.contains(stub) && !stub.isMiscounted
  }

  /// What a registry has let go of.
  ///
  /// The closures of stubs hold objects of the user's, whose `deinit` may do anything, and so do
  /// settings: they are handed out, so that they end after the lock has been released.
  struct Remains {
    fileprivate let index: StubIndex
    fileprivate var others: [Stub]
    fileprivate var log: ExchangeLog?
    fileprivate var measures: Measures?
  }

  /// Remembers a stub that can answer no more, in the place of the one that did so long ago.
  private mutating func stepAside(_ stub: Stub) {
    // This may be the last who knows it: like what the log drops, it is not to end under the lock.
    if usedUp.count == 100 { log.drop(usedUp.removeFirst()) }
    usedUp.append(stub)
  }

  func isActive(_ stub: Stub) -> Bool {
    index.contains(stub)
  }
}

/// Claims.
extension RegistryState {
  func claimCount(of stub: Stub) -> Int {
    claimCount(of: stub.rank.number)
  }

  /// The same for the number of its rank.
  func claimCount(of number: UInt64) -> Int {
    claims[number, default: 0]
  }

  /// Uses a stub once and returns which use it was, from 0; nil if it can answer no more.
  mutating func claim(_ stub: Stub) -> Int? {
    guard index.contains(stub) else { return nil }
    let turn = claims[stub.rank.number, default: 0]
    claims[stub.rank.number] = turn + 1
    if let times = stub.times, turn + 1 >= times {
      index.remove(stub)
      stepAside(stub)
    }
    waiters.tell(of: turn + 1, at: .arrived, of: stub.rank.number)
    return turn
  }

  /// Notes a request that is the first one too many for its stub.
  mutating func note(_ excess: Excess?, of stub: Stub) {
    if let excess, excesses.count < 100 { excesses[stub.rank.number] = excess }
  }

  /// Notes what the test is told of the first request too many for a stub.
  mutating func note(_ text: String, toldOfExcessOf stub: Stub) {
    excesses[stub.rank.number]?.toldText = text
  }

  /// The stubs that were claimed less often than is expected of them, oldest first.
  var askedTooSeldom: [Stub] {
    let active = index.stubs.filter {
      $0.expected.least > 0 && claimCount(of: $0) < $0.expected.least && !$0.isMiscounted
    }
    guard !removedTooEarly.isEmpty else { return active }
    return (active + removedTooEarly).sorted { $0.rank.number < $1.rank.number }
  }

  /// Begins to wait for requests to a stub; it may have had enough of them already.
  mutating func add(_ waiter: StageWaiters.Waiter) {
    let counts = waiter.stage == .ended ? endings : claims
    if counts[waiter.stub, default: 0] >= waiter.count {
      waiter.isReached.give(true)
    } else {
      waiters.add(waiter)
    }
  }

  mutating func remove(_ waiter: StageWaiters.Waiter) {
    waiters.remove(waiter)
  }
}

/// Endings.
extension RegistryState {
  func endingCount(of stub: Stub) -> Int {
    endings[stub.rank.number, default: 0]
  }

  /// Writes down how an exchange has ended, and returns what the change does; nil if the log does not
  /// hold it any more.
  mutating func end<Result>(
    _ id: ExchangeLog.ID, _ change: (inout StubExchange) -> Result
  ) -> Result? {
    var stub = log.takeDroppedUnderWay(id)
    let result = log.update(id) { exchange in
      if exchange.outcome == .pending { stub = exchange.stub?.rank.number }
      return change(&exchange)
    }
    if let stub {
      let count = endings[stub, default: 0] + 1
      endings[stub] = count
      waiters.tell(of: count, at: .ended, of: stub)
    }
    return result
  }
}

/// What is said from the beginning, and what a user says later.
extension RegistryState {
  /// Sets it because a user says so.
  mutating func set(_ policy: UnmatchedPolicy) {
    settings.unmatched = policy
    isPolicySet = true
  }

  /// Changes what it is until a user sets it, also after a reset.
  mutating func setUnlessSet(_ policy: UnmatchedPolicy) {
    initialSettings.unmatched = policy
    if !isPolicySet { settings.unmatched = policy }
  }

  /// Says what is said of secrets, also after a reset.
  mutating func begin(with discretion: Discretion) {
    (settings.discretion, initialSettings.discretion) = (discretion, discretion)
  }
}

/// The registry's life.
extension RegistryState {
  /// The settings, and the time by their clock: what holds objects of the user's besides stubs.
  typealias Measures = (settings: Settings, stopwatch: Stopwatch)

  /// What is in use now, to be let go of after the lock has been released.
  var measures: Measures { (settings, stopwatch) }

  /// Uses a clock from now on.
  ///
  /// - Parameter stopwatch: One that was started before the lock was taken: it asks the user's clock.
  mutating func use(_ clock: any Clock<Duration>, _ stopwatch: Stopwatch) {
    settings.clock = clock
    self.stopwatch = stopwatch
  }

  /// Forgets everything.
  ///
  /// - Parameter stopwatch: One for the first clock, that was started before the lock was taken.
  mutating func reset(_ stopwatch: Stopwatch) -> Remains {
    var remains = letGo()
    remains.measures = measures
    claims = [:]
    endings = [:]
    lost = []
    rememberedGifts = 0
    excesses = [:]
    archives = []
    reporting.forget()
    wasEverUsed = false
    settings = initialSettings
    isPolicySet = false
    self.stopwatch = stopwatch
    return remains
  }

  /// Lets go of every stub, so that nothing holds the state any more.
  mutating func letGo() -> Remains {
    var remains = removeAll()
    remains.others += removedTooEarly
    remains.log = log
    removedTooEarly = []
    log = ExchangeLog(after: log)
    return remains
  }
}
