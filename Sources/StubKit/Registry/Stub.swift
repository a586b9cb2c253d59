/// A handle on one registered stub: its settings and the requests that it was claimed for.
///
/// ```swift
/// let users = stub(condition: isPath("/users"), response: .json([]))
/// …
/// users.callCount            // how many requests it got
/// users.requests.last?.body  // the body of the last request
/// users.remove()             // it answers no more
/// ```
public final class Stub: Sendable {
  // These two come first, to share a cache line: the search looks at nothing else here.
  let rank: Rank
  let matcher: CompiledMatcher

  /// The name given at registration, for reports; nil if none was.
  public var name: String? { particulars?.name }
  /// The condition on the requests that the stub answers.
  public let condition: RequestMatcher
  /// Among matching stubs the highest priority wins, then the newest.
  public var priority: Int { rank.priority }
  /// How many requests the stub answers before it steps aside; nil for no limit.
  public var times: Int? { particulars?.times }
  /// How many requests the stub is expected to answer in all.
  public var expected: StubCount { particulars?.expected ?? .standard }
  /// Nil if redirects follow the rule of `URLSession`.
  package var redirectRule: RedirectRule? { particulars?.redirectRule }
  private let particulars: Particulars?
  /// Where the stub was registered.
  public let location: StubLocation

  let responder: Responder
  let placement: StubIndex.Placement
  /// The state of the stub's registry, whose `deinit` breaks this reference cycle.
  let state: Locked<RegistryState>

  init(
    _ definition: Definition, responder: Responder, rank: Rank, matcher: CompiledMatcher,
    placement: StubIndex.Placement, state: Locked<RegistryState>
  ) {
    condition = definition.condition
    particulars = Particulars(definition)
    location = definition.location
    self.responder = responder
    self.rank = rank
    self.matcher = matcher
    self.placement = placement
    self.state = state
  }

  /// Rare properties, kept apart because they take much memory and most stubs have none.
  private final class Particulars: Sendable {
    let name: String?
    let times: Int?
    let expected: StubCount
    let redirectRule: RedirectRule?

    init?(_ definition: Definition) {
      (name, times, expected) = (definition.name, definition.times, definition.expected)
      redirectRule = definition.redirectRule
      if name == nil, times == nil, expected.isUsual, redirectRule == nil { return nil }
    }
  }

  struct Definition {
    let condition: RequestMatcher
    let name: String?
    let priority: Int
    let times: Int?
    let expected: StubCount
    let location: StubLocation
    let redirectRule: RedirectRule?
  }

  struct Rank: Sendable, Comparable {
    let priority: Int
    /// Counts registrations: a newer stub has the larger number.
    let number: UInt64

    static func < (lhs: Rank, rhs: Rank) -> Bool {
      (lhs.priority, lhs.number) < (rhs.priority, rhs.number)
    }
  }
}

extension Stub {
  /// Whether the expected count is impossible, and therefore not checked.
  var isMiscounted: Bool { expected.mistake(answering: times) != nil }

  /// Whether the stub can still answer: not removed, not used up, and without a mistake.
  public var isActive: Bool { state.withLock { $0.isActive(self) } }

  /// How many requests the stub was claimed for.
  ///
  /// Each hop counts (the request itself, each redirect, each authentication round), also when the
  /// answer was cancelled or its closure threw.
  public var callCount: Int { state.withLock { $0[self].claims } }

  /// The requests that the stub was claimed for, oldest first, as far as the log holds them.
  public var requests: [StubRequest] {
    state.withLock { $0.log.requests(of: self) }.map(\.readOnce)
  }

  var endingCount: Int { state.withLock { $0[self].endings } }

  var remarkOnLostRequest: String? {
    state.withLock { $0.lost.first { $0.stubs.contains(rank.number) } }.map { lost in
      "A request for its address has lost its scope, and may have been meant for it: "
        + "\(lost.request). \(LostRequest.remedy)"
    }
  }

  /// Nil unless something waits on a clock that only the test moves.
  var remarkOnManualClock: String? {
    guard let time = state.withLock(\.stopwatch.time), time.drive == .manual,
      let waits = time.standstill?.waits
    else { return nil }
    return "The manual clock stands at \(time.now) until the test moves it; on it waits "
      + waits.lines.joined(separator: "; ") + "."
  }

  /// Removes the stub from its registry; requests that have already claimed it are still answered.
  public func remove() { state.withLock { $0.remove(self) } }
}

extension Stub: CustomStringConvertible {
  /// The name, if there is one, the condition, shortened if it is long, and the location.
  public var description: String {
    (name.map { "\($0.swiftLiteral) " } ?? "") + "\(conditionInShort) (\(location))"
  }

  /// The condition, shortened: it may contain a body of a megabyte.
  package var conditionInShort: String { condition.description.shortened(to: 300) }
}
