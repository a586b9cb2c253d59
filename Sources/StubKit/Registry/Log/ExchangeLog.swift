import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What was asked of a registry, oldest first, within a limit.
package struct ExchangeLog {
  /// Names an exchange for as long as the log holds it; numbers are never used twice.
  package typealias ID = UInt64

  var limit = LogLimit() {
    didSet { enforceLimit() }
  }

  private var entries = Ring<Entry>()
  /// The number of the oldest entry.
  private(set) var firstID: ID = 0
  private var bodyBytes = 0
  private var responseBytes = 0
  /// No entry before this one holds the body of a response.
  private var firstWithResponse: ID = 0
  /// The number that the oldest entry had when the log was empty.
  private var origin: ID = 0
  /// The numbers of the stubs of exchanges that were dropped before they had ended.
  private var underWay: [ID: UInt64] = [:]
  /// Exchanges that went wrong and had to be dropped; a long test must not forget its failures.
  private var droppedFailures: [StubExchange] = []

  /// What was dropped and has not been let go of: it may hold objects of the user's, whose `deinit`
  /// may do anything, and which therefore must not end under the lock.
  private var dropped: [any Sendable] = []
  /// How many of them are handed out together.
  private static let batch = 64

  /// How many exchanges have been dropped.
  var droppedCount: Int { Int(firstID - origin) }

  /// The exchanges that are held, oldest first.
  var exchanges: [StubExchange] {
    entries.elements.map(\.exchange)
  }

  /// The number of the next exchange.
  var nextID: ID { firstID + ID(entries.count) }

  /// The exchanges that a test should hear of, oldest first, also beyond the limit.
  var failures: [StubExchange] {
    droppedFailures + exchanges.filter(\.isFailure)
  }

  /// The requests that a stub was claimed for.
  func requests(of stub: Stub) -> [StubRequest] {
    exchanges.filter { $0.stub === stub }.map(\.request)
  }

  /// Writes a new exchange down.
  mutating func append(_ exchange: StubExchange) -> ID {
    append(.exchange(exchange), bodyBytes: exchange.request.body?.count ?? 0)
  }

  /// Writes a request down that passes, of which nothing more will be known.
  mutating func append(passing request: URLRequest, _ method: String, at time: Duration) {
    // Hardly any such request has a body, and to ask for it costs as much as to write it down.
    let body = method == "GET" ? nil : request.httpBody
    _ = append(.passing(request, at: time), bodyBytes: body?.count ?? 0)
  }

  private mutating func append(_ entry: Entry, bodyBytes count: Int) -> ID {
    entries.append(entry)
    bodyBytes += count
    enforceLimit()
    return nextID - 1
  }

  /// Changes an exchange, unless it has been dropped, and returns what the change does.
  mutating func update<Result>(_ id: ID, _ change: (inout StubExchange) -> Result) -> Result? {
    guard id >= firstID, id - firstID < entries.count,
      case .exchange(var exchange) = entries[Int(id - firstID)]
    else { return nil }
    let before = exchange.transcript.body.count
    let result = change(&exchange)
    let added = exchange.transcript.body.count - before
    entries[Int(id - firstID)] = .exchange(exchange)
    if added != 0 {
      responseBytes += added
      firstWithResponse = min(firstWithResponse, id)
      enforceLimitOfResponses()
    }
    return result
  }

  /// Takes the bodies of the oldest responses away until the others fit.
  private mutating func enforceLimitOfResponses() {
    while responseBytes > limit.responseBytes, firstWithResponse < nextID {
      defer { firstWithResponse += 1 }
      guard firstWithResponse >= firstID,
        case .exchange(var exchange) = entries[Int(firstWithResponse - firstID)]
      else { continue }
      responseBytes -= exchange.transcript.body.count
      exchange.transcript.dropBody()
      entries[Int(firstWithResponse - firstID)] = .exchange(exchange)
    }
  }

  /// The number of the stub of an exchange that was dropped before its end, which comes now.
  mutating func takeDroppedUnderWay(_ id: ID) -> UInt64? {
    underWay.isEmpty ? nil : underWay.removeValue(forKey: id)
  }

  /// Hands out what has been dropped, many at a time, to end outside of the lock.
  mutating func takeDropped() -> [any Sendable]? {
    guard dropped.count >= Self.batch else { return nil }
    defer { dropped = [] }
    return dropped
  }

  /// Lets go of a stub together with what has been dropped.
  mutating func drop(_ stub: Stub) {
    dropped.append(stub)
  }

  /// An empty log that goes on where another ends, so that no number is used twice.
  init(after other: ExchangeLog, limit: LogLimit = LogLimit()) {
    self.limit = limit
    firstID = other.nextID
    (origin, firstWithResponse) = (firstID, firstID)
  }

  init() {}

  private mutating func drop(_ entry: Entry, _ id: ID) {
    if case .passing(let request, _) = entry {
      // While there are no bodies at all, none needs to be asked for.
      if bodyBytes > 0, request.httpMethod != "GET" { bodyBytes -= request.httpBody?.count ?? 0 }
      return
    }
    let exchange = entry.exchange
    bodyBytes -= exchange.request.body?.count ?? 0
    responseBytes -= exchange.transcript.body.count
    if let stub = exchange.stub {
      if exchange.outcome == .pending { underWay[id] = stub.rank.number }
      dropped.append(stub)
    }
    if let error = exchange.error { dropped.append(error) }
    if exchange.isFailure, droppedFailures.count < 100 {
      droppedFailures.append(exchange.withoutBody)
    }
  }

  private mutating func enforceLimit() {
    while entries.count > 1, entries.count > limit.exchanges || bodyBytes > limit.bodyBytes,
      let oldest = entries.popFirst()
    {
      drop(oldest, firstID)
      firstID += 1
    }
    enforceLimitOfResponses()
  }
}

extension ExchangeLog {
  /// What the log holds of an exchange, in few bytes, so that adding and dropping move few.
  private enum Entry: Sendable {
    indirect case exchange(StubExchange)
    /// A request that passed: its snapshot is made when somebody reads it. Made at once, and with all
    /// that is written down of an exchange, it would cost a request that passes 300 ns of 800.
    case passing(URLRequest, at: Duration)

    var exchange: StubExchange {
      switch self {
      case .exchange(let exchange):
        return exchange
      case .passing(let request, let time):
        var exchange = StubExchange(request: StubRequest(request), stub: nil, start: time)
        exchange.outcome = .passedThrough
        exchange.duration = .zero
        return exchange
      }
    }
  }
}

extension StubExchange {
  /// The exchange without bodies.
  fileprivate var withoutBody: StubExchange {
    var copy = StubExchange(
      request: StubRequest(request.urlRequest, body: nil, pathParameters: request.pathParameters),
      stub: stub, start: start)
    (copy.response, copy.outcome, copy.error, copy.duration) = (response, outcome, error, duration)
    copy.transcript = transcript.withoutBody
    (copy.meant, copy.told) = (meant, told)
    return copy
  }
}
