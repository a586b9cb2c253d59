/// Everything of a registry that changes, behind its one lock.
struct RegistryState {
  /// What a user can set.
  struct Settings {
    var unmatched: UnmatchedPolicy
    var network: NetworkProfile?
    var clock: any Clock<Duration>
    var isEnabled = true
  }

  var settings: Settings {
    didSet { wasConfigured = true }
  }
  /// Whether a setting has been changed since the start or the last reset.
  private(set) var wasConfigured = false
  private(set) var index = StubIndex()
  var log = ExchangeLog()
  private(set) var stopwatch: Stopwatch
  /// How often each stub was claimed, by the number of its rank; exact, whatever the log drops.
  private var claims: [UInt64: Int] = [:]
  /// The stubs that stepped aside after their last claim, for reports; their number is limited.
  private(set) var usedUp: [Stub] = []
  /// The stubs whose conditions have a mistake: they match nothing, and nothing is let out.
  private(set) var mistaken: [Stub] = []
  private var waiters = ClaimWaiters()
  /// For stubs, by the number of their rank, a request that was made where they are not seen.
  private(set) var strays: [UInt64: String] = [:]
  /// Whom to tell of issues, and what has been told.
  var reporting = Reporting()
  private var registrations: UInt64 = 0
  /// Whether a stub has been registered since the start or the last reset.
  private(set) var wasEverUsed = false
  private let initialSettings: Settings

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
    if stub.condition.mistake != nil { return mistaken.append(stub) }
    // `times: 0` is a stub that is used up from the start.
    if let times = stub.times, times <= 0 { return stepAside(stub) }
    index.insert(stub)
  }

  mutating func remove(_ stub: Stub) {
    index.remove(stub)
    usedUp.removeAll { $0 === stub }
    mistaken.removeAll { $0 === stub }
  }

  mutating func removeAll() -> Remains {
    let remains = Remains(index: index, others: usedUp + mistaken, log: nil)
    index = StubIndex()
    usedUp = []
    mistaken = []
    return remains
  }

  /// What a registry has let go of.
  ///
  /// The closures of stubs hold objects of the user's, whose `deinit` may do anything: they are
  /// handed out, so that they end after the lock has been released.
  struct Remains {
    fileprivate let index: StubIndex
    fileprivate let others: [Stub]
    fileprivate let log: ExchangeLog?
  }

  /// Remembers a stub that can answer no more, in the place of the one that did so long ago.
  private mutating func stepAside(_ stub: Stub) {
    if usedUp.count == 100 { usedUp.removeFirst() }
    usedUp.append(stub)
  }

  func isActive(_ stub: Stub) -> Bool {
    index.contains(stub)
  }
}

/// Requests that got lost.
extension RegistryState {
  /// Notes a request that stubs match and that another registry was asked; the first is enough.
  mutating func noteStray(_ request: String, of stubs: [Stub]) {
    for stub in stubs where strays.count < 100 && strays[stub.rank.number] == nil {
      strays[stub.rank.number] = request
    }
  }
}

/// Claims.
extension RegistryState {
  func claimCount(of stub: Stub) -> Int {
    claims[stub.rank.number, default: 0]
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
    if !waiters.isEmpty {
      for waiter in waiters.take(stub: stub.rank.number, claims: turn + 1) {
        waiter.isReached.give(true)
      }
    }
    return turn
  }

  /// Begins to wait for claims of a stub; it may have had enough of them already.
  mutating func add(_ waiter: ClaimWaiters.Waiter) {
    if claims[waiter.stub, default: 0] >= waiter.count {
      waiter.isReached.give(true)
    } else {
      waiters.add(waiter)
    }
  }

  mutating func remove(_ waiter: ClaimWaiters.Waiter) {
    waiters.remove(waiter)
  }
}

/// The registry's life.
extension RegistryState {
  mutating func use(_ clock: any Clock<Duration>) {
    settings.clock = clock
    stopwatch = Stopwatch(clock)
  }

  mutating func reset() -> Remains {
    let remains = letGo()
    claims = [:]
    strays = [:]
    reporting.forget()
    wasEverUsed = false
    settings = initialSettings
    wasConfigured = false
    stopwatch = Stopwatch(settings.clock)
    return remains
  }

  /// Lets go of every stub, so that nothing holds the state any more.
  mutating func letGo() -> Remains {
    let stubs = removeAll()
    let remains = Remains(index: stubs.index, others: stubs.others, log: log)
    log = ExchangeLog(after: log)
    return remains
  }
}
