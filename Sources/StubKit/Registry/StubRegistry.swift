import Foundation

/// An ordered set of stubs that answers requests, with its settings and its log.
///
/// `StubRegistry.shared` is global; any number of others can exist beside it, each of which answers
/// the sessions and the tests that belong to it:
///
/// ```swift
/// let registry = StubRegistry()
/// registry.stub(condition: isPath("/users"), response: .json([]))
/// let (data, _) = try await registry.session.data(from: usersURL)
/// ```
public final class StubRegistry: Sendable {
  /// The registry that answers where no other does.
  ///
  /// It lets unmatched requests through to the network; any other registry fails them by default.
  /// From the first `.stubbed` test of a process on, `.shared` fails them, too, even after a
  /// `reset()`, unless its `unmatched` is set.
  public static let shared = StubRegistry(unmatched: .passThrough)

  package let state: Locked<RegistryState>
  package let associatedObjects = AssociatedObjects()
  let events = EventStream()

  /// Makes a registry without stubs.
  ///
  /// - Parameters:
  ///   - unmatched: What happens to a request that no stub matches.
  ///   - network: The network conditions for every response that has none of its own.
  ///   - clock: The clock that every delay, throttle and timeout runs on.
  public convenience init(
    unmatched: UnmatchedPolicy = .fail, network: NetworkProfile? = nil,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.init(RegistryState.Settings(unmatched: unmatched, network: network, clock: clock))
    tell(StubIssue(aboutMistakeOf: unmatched))
  }

  init(_ settings: RegistryState.Settings) { state = Locked(RegistryState(settings: settings)) }

  deinit {
    reportIssues(to: nil)
    // The state and its stubs refer to each other. They may hold a user's objects, whose `deinit`
    // may do anything, and so must not run in the client's context.
    Elsewhere.end([state.withLock { $0.letGo() }, events.removeAll()])
  }
}

extension StubRegistry {
  /// What happens to a request that no stub matches.
  public var unmatched: UnmatchedPolicy {
    get { state.withLock { $0.settings.unmatched } }
    set {
      change { ($0.settings.unmatched, $0.isPolicySet) = (newValue, true) }
      tell(StubIssue(aboutMistakeOf: newValue))
    }
  }

  /// The network conditions for every response that has none of its own.
  public var network: NetworkProfile? {
    get { state.withLock { $0.settings.network } }
    set {
      change { $0.settings.network = newValue }
      if ProcessUse.soFar.contains(.servers) { associatedObjects.tell { $0.networkChanged() } }
    }
  }

  /// The clock that every delay, throttle and timeout runs on.
  public var clock: any Clock<Duration> {
    get { state.withLock { $0.settings.clock } }
    set {
      // A new stopwatch calls the user's clock, so it is not made under the lock.
      let stopwatch = Stopwatch(newValue)
      change { ($0.settings.clock, $0.stopwatch) = (newValue, stopwatch) }
      watchNewClock()
    }
  }

  private func watchNewClock() { if state.withLock({ $0.clockWatches != nil }) { watchClock() } }

  /// Whether the registry answers; if false, its requests go to the network.
  public var isEnabled: Bool {
    get { state.withLock { $0.settings.isEnabled } }
    set { change { $0.settings.isEnabled = newValue } }
  }

  /// Whether reports, events and descriptions show passwords, tokens and cookies as they are.
  ///
  /// If false, they say `REDACTED`, except for what the test itself has written in a condition or a
  /// response. A scope inherits the setting of the scope around it. A printed request takes the
  /// setting of the scope in which it is printed. A recording never contains a secret, whatever the
  /// setting.
  public var showsSecrets: Bool {
    get { discretion.showsSecrets }
    set {
      Self.findDiscretion()
      state.withLock { $0.settings.discretion.showsSecrets = newValue }
    }
  }

  /// How much the log holds before the oldest exchanges are dropped.
  public var logLimit: LogLimit {
    get { state.withLock { $0.log.limit } }
    set {
      let dropped = state.withLock { state in
        state.log.limit = newValue
        return state.log.takeDropped()
      }
      if let dropped { Elsewhere.end(dropped) }
    }
  }

  /// Changes the state; releases the former settings after the lock: a `deinit` may do anything.
  private func change(_ change: (inout RegistryState) -> Void) {
    _ = state.withLock { state in
      defer { change(&state) }
      noteUse()
      return (state.settings, state.stopwatch)
    }
  }

  /// The stubs that can still answer, oldest first.
  public var stubs: [Stub] { state.withLock { $0.index.stubs } }

  var hasChecks: Bool { ProcessUse.soFar.contains(.checks) && !checks.isEmpty }

  @inline(__always)
  var director: (any AnswerDirector)? {
    ProcessUse.soFar.contains(.directors) ? state.withLock { $0.director } : nil
  }

  @inline(__always)
  var rest: Rest? {
    guard ProcessUse.soFar.contains(.simulatedTime) else { return nil }
    return clockAndTime.time?.rest
  }

  var hasStubs: Bool { state.withLock { !$0.index.isEmpty } }

  /// Removes every stub, and leaves settings, log and handlers as they are.
  public func removeAll() { _ = state.withLock { $0.removeAll() } }

  /// Makes the registry new again: no stubs, log, handlers or cookies of its own, first settings.
  public func reset() {
    associatedObjects.tell { $0.willEnd() }
    // The clock is the user's, so it is not called under the lock.
    let stopwatch = Stopwatch(state.withLock(\.initialSettings.clock))
    _ = state.withLock { state in
      if isShared, case .passThrough = state.initialSettings.unmatched.kind {
        ProcessUse.forget(.shared)
      }
      return state.reset(stopwatch)
    }
    watchNewClock()
    events.removeAll()
    associatedObjects.tell { $0.reset() }
  }

  func register(_ definition: Stub.Definition, responder: Responder) -> Stub {
    let expression = definition.condition.expression
    let matcher = CompiledMatcher(expression)
    let alternatives = expression.alternatives()
    let (stub, dropped) = state.withLock { state in
      state.registrations += 1
      let rank = Stub.Rank(priority: definition.priority, number: state.registrations)
      // A stub that is used up or mistaken from the start is never looked up.
      let isUsedUp = definition.times.map { $0 <= 0 } ?? false
      let isAside = isUsedUp || definition.condition.isMistaken
      let placement = state.index.placement(for: isAside ? [] : alternatives)
      let stub = Stub(
        definition, responder: responder, rank: rank, matcher: matcher, placement: placement,
        state: self.state)
      state.insert(stub)
      noteUse()
      return (stub, state.log.takeDropped())
    }
    if let dropped { Elsewhere.end(dropped) }
    tell(StubIssue(aboutMistakeOf: stub))
    tell(StubIssue(aboutMiscountOf: stub))
    return stub
  }
}

extension StubRegistry: CustomStringConvertible {
  /// Which registry this is, and how many stubs it has.
  public var description: String {
    let count = stubs.count
    let name = self === StubRegistry.shared ? "StubRegistry.shared" : "a StubRegistry"
    return "\(name) with \(count) \(count == 1 ? "stub" : "stubs")"
  }
}

extension StubRegistry {
  /// The time since the registry was made, was reset or was given its clock, on that clock.
  ///
  /// ```swift
  /// try await app.refresh()
  /// #expect(StubRegistry.current.elapsed < .seconds(10))
  /// ```
  public var elapsed: Duration {
    // The clock may be a user's, so it is not called under the lock.
    state.withLock { $0.stopwatch }.elapsed
  }

  /// The clock as its own type, so that a test can move a clock that `.stubbed` has made.
  ///
  /// ```swift
  /// @Test(.stubbed(clock: .manual)) func `a slow list shows a spinner`() async throws {
  ///   let clock = try StubRegistry.current.clock(as: ManualClock.self)
  ///   …
  ///   await clock.advance(by: .seconds(30))
  /// }
  /// ```
  /// - Throws: `StubClockMismatch` if the clock has another type; it says where to give the clock.
  public func clock<Wanted: Clock<Duration>>(as type: Wanted.Type) throws -> Wanted {
    let clock = clock
    guard let wanted = clock as? Wanted else {
      throw StubClockMismatch(found: "\(Swift.type(of: clock))", wanted: "\(type)")
    }
    return wanted
  }
}

/// A registry's clock is not of the type that a test asked for.
public struct StubClockMismatch: DescribedError, Sendable {
  /// Which clock the registry has, and where to give it another one.
  public let description: String

  init(found: String, wanted: String) {
    let expression =
      switch wanted {
      case "ManualClock": ".manual"
      case "FastForwardClock": ".fastForward"
      default: "…"
      }
    description = """
      The registry's clock is a \(found), not a \(wanted).
        → Give the test one: .stubbed(clock: \(expression)), withStubs(clock: \(expression)) around \
      this code, or registry.clock = \(expression) in a StubbedTestCase.
      """
  }
}
