import Foundation

/// What was asked of a registry, oldest first, within a limit.
struct ExchangeLog {
  /// Names an exchange for as long as the log holds it; numbers are never used twice.
  typealias ID = UInt64

  var limit = LogLimit() {
    didSet { enforceLimit() }
  }

  /// The exchanges from `head` on are held; those before it have been dropped.
  private var entries: [StubExchange?] = []
  private var head = 0
  /// The number of the entry at index 0.
  private var firstID: ID = 0
  private var bodyBytes = 0
  /// Exchanges that went wrong and had to be dropped; a long test must not forget its failures.
  private var droppedFailures: [StubExchange] = []

  /// What was dropped and has not been let go of: it may hold objects of the user's, whose `deinit`
  /// may do anything, and which therefore must not end under the lock.
  private var dropped: [any Sendable] = []
  /// How many of them are handed out together.
  private static let batch = 64

  /// The exchanges that are held, oldest first.
  var exchanges: [StubExchange] {
    entries[head...].compactMap(\.self)
  }

  /// What may hold a secret in the exchanges from a number on, and the number of the one to come.
  func exchanges(from first: ID) -> (all: [Secrecy.Sighting], next: ID) {
    let next = firstID + ID(entries.count)
    guard first < next else { return ([], next) }
    let position = max(head, first > firstID ? Int(first - firstID) : 0)
    let new = entries[position...].compactMap { $0 }
    return (new.map { ($0.request, $0.response?.headers) }, next)
  }

  /// The exchanges that a test should hear of, oldest first, also beyond the limit.
  var failures: [StubExchange] {
    droppedFailures + exchanges.filter(\.isFailure)
  }

  /// The requests that a stub was claimed for.
  func requests(of stub: Stub) -> [StubRequest] {
    entries[head...].lazy.compactMap(\.self).filter { $0.stub === stub }.map(\.request)
  }

  /// Writes a new exchange down.
  mutating func append(_ exchange: StubExchange) -> ID {
    entries.append(exchange)
    bodyBytes += exchange.request.body?.count ?? 0
    let id = firstID + ID(entries.count - 1)
    enforceLimit()
    return id
  }

  /// Changes an exchange, unless it has been dropped, and returns what the change does.
  mutating func update<Result>(_ id: ID, _ change: (inout StubExchange) -> Result) -> Result? {
    guard id >= firstID, id - firstID < entries.count else { return nil }
    let position = Int(id - firstID)
    guard position >= head else { return nil }
    return entries[position]?.apply(change)
  }

  /// Hands out what has been dropped, many at a time, to end outside of the lock.
  mutating func takeDropped() -> [any Sendable]? {
    guard dropped.count >= Self.batch else { return nil }
    defer { dropped = [] }
    return dropped
  }

  /// An empty log that goes on where another ends, so that no number is used twice.
  init(after other: ExchangeLog, limit: LogLimit = LogLimit()) {
    self.limit = limit
    firstID = other.firstID + ID(other.entries.count)
  }

  init() {}

  private mutating func drop(_ exchange: StubExchange?) {
    guard let exchange else { return }
    bodyBytes -= exchange.request.body?.count ?? 0
    if let stub = exchange.stub { dropped.append(stub) }
    if let error = exchange.error { dropped.append(error) }
    if exchange.isFailure, droppedFailures.count < 100 {
      droppedFailures.append(exchange.withoutBody)
    }
  }

  private mutating func enforceLimit() {
    while entries.count - head > 1,
      entries.count - head > limit.exchanges || bodyBytes > limit.bodyBytes
    {
      drop(entries[head])
      entries[head] = nil
      head += 1
    }
    // The gap in front is closed only when it is half of all, so that dropping stays O(1).
    if head > 32, head * 2 > entries.count {
      entries.removeFirst(head)
      firstID += ID(head)
      head = 0
    }
  }
}

extension StubExchange {
  /// Changes the exchange in its place, without a copy.
  fileprivate mutating func apply<Result>(_ change: (inout StubExchange) -> Result) -> Result {
    change(&self)
  }

  /// The exchange, its request without the body.
  fileprivate var withoutBody: StubExchange {
    var copy = StubExchange(
      request: StubRequest(request.urlRequest, body: nil, pathParameters: request.pathParameters),
      stub: stub, start: start)
    (copy.response, copy.outcome, copy.error, copy.duration) = (response, outcome, error, duration)
    return copy
  }
}
