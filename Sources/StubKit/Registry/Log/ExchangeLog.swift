import Foundation

package struct ExchangeLog {
  /// Identifies an exchange while the log holds it or the request is at work; never used twice.
  package typealias ID = UInt64

  var limit = LogLimit() { didSet { enforceLimit() } }

  private var entries = Ring<Entry>()
  package private(set) var firstID: ID
  private var bodyBytes = 0
  private var responseBytes = 0
  /// No entry before this one holds the body of a response.
  private var firstWithResponse: ID
  /// The number of the first entry after the log was last emptied.
  private var origin: ID
  /// Exchanges dropped before their end; their bodies cost nothing, as requests at work hold them.
  private var underWay: [ID: Logged] = [:]
  /// Failed exchanges that the log has dropped: a long test must not forget its failures.
  private var droppedFailures: [StubExchange] = []
  /// Released outside the lock: the `deinit` of a user's stub, error or stream may do anything.
  private var dropped: [any Sendable] = []
  private var droppedBytes = 0
  private static let batch = (count: 64, bytes: 1 << 16)

  var droppedCount: Int { Int(firstID - origin) }

  var exchanges: [StubExchange] { entries.elements.map(\.exchange) }

  package var nextID: ID { firstID + ID(entries.count) }

  package subscript(id: ID) -> StubExchange? {
    id < firstID ? nil : entries[Int(id - firstID)]?.exchange
  }

  var failures: [StubExchange] { droppedFailures + exchanges.filter(\.isFailure) }

  func requests(of stub: Stub) -> [StubRequest] {
    exchanges.filter { $0.stub === stub }.map(\.request)
  }

  mutating func append(_ request: StubRequest, claimedBy stub: Stub?, at start: Duration) -> ID {
    append(.exchange(Logged(request, stub, start)), bodyBytes: request.body?.count ?? 0)
  }

  mutating func append(passing request: URLRequest, isGET: Bool, at time: Duration) {
    // Hardly any GET has a body, and asking for one is slow.
    let body = isGET ? nil : request.httpBody
    _ = append(.passing(request, at: time), bodyBytes: body?.count ?? 0)
  }

  private mutating func append(_ entry: Entry, bodyBytes count: Int) -> ID {
    entries.append(entry)
    bodyBytes += count
    enforceLimit()
    return nextID - 1
  }

  /// Nil if the exchange has ended and was dropped, or if the log was emptied since it began.
  @inline(__always)
  mutating func update<Result>(_ id: ID, _ change: (inout StubExchange) -> Result) -> Result? {
    guard id >= firstID else { return updateUnderWay(id, change) }
    guard id - firstID < entries.count, case .exchange(let logged) = entries[Int(id - firstID)]
    else { return nil }
    let before = logged.exchange.transcript.body.count
    let result = change(&logged.exchange)
    let added = logged.exchange.transcript.body.count - before
    if added != 0 {
      responseBytes += added
      firstWithResponse = min(firstWithResponse, id)
      enforceLimitOfResponses()
    }
    return result
  }

  private mutating func updateUnderWay<Result>(
    _ id: ID, _ change: (inout StubExchange) -> Result
  ) -> Result? {
    guard let logged = underWay[id] else { return nil }
    let result = change(&logged.exchange)
    if logged.exchange.isSettled {
      underWay[id] = nil
      forget(logged)
    }
    return result
  }

  private mutating func enforceLimitOfResponses() {
    while responseBytes > limit.responseBytes, firstWithResponse < nextID {
      defer { firstWithResponse += 1 }
      guard firstWithResponse >= firstID,
        case .exchange(let logged) = entries[Int(firstWithResponse - firstID)]
      else { continue }
      let body = logged.exchange.transcript.body
      responseBytes -= body.count
      if !body.isEmpty { drop(body, bytes: body.count) }
      logged.exchange.transcript.dropBody()
    }
  }

  /// Takes the dropped objects, or nil until there are many; release them outside the lock.
  mutating func takeDropped() -> [any Sendable]? {
    guard dropped.count >= Self.batch.count || droppedBytes >= Self.batch.bytes else { return nil }
    defer { (dropped, droppedBytes) = ([], 0) }
    return dropped
  }

  mutating func drop(_ object: any Sendable, bytes: Int = 0) {
    dropped.append(object)
    droppedBytes += bytes
  }

  init(after other: ExchangeLog? = nil) {
    firstID = other?.nextID ?? 0
    (origin, firstWithResponse) = (firstID, firstID)
  }

  private mutating func drop(_ entry: Entry, _ id: ID) {
    switch entry {
    case .passing(let request, _):
      // If no entry has a body, this request need not be asked for one.
      if bodyBytes > 0, request.httpMethod != "GET" { bodyBytes -= request.httpBody?.count ?? 0 }
    case .exchange(let logged):
      bodyBytes -= logged.exchange.request.body?.count ?? 0
      responseBytes -= logged.exchange.transcript.body.count
      if logged.exchange.isSettled { forget(logged) } else { underWay[id] = logged }
    }
  }

  private mutating func forget(_ logged: Logged) {
    let bytes = logged.exchange.request.body?.count ?? 0
    drop(logged, bytes: bytes + logged.exchange.transcript.body.count)
    if logged.exchange.isFailure, droppedFailures.count < 100 {
      droppedFailures.append(logged.exchange.withoutBody)
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

  /// A class, so that an exchange is changed in place: copying one takes long.
  private final class Logged: @unchecked Sendable {
    // Unchecked: used under the registry's lock only, except when it is released.
    @exclusivity(unchecked) var exchange: StubExchange

    init(_ request: StubRequest, _ stub: Stub?, _ start: Duration) {
      exchange = StubExchange(request: request, stub: stub, start: start)
    }
  }

  private enum Entry: Sendable {
    case exchange(Logged)
    /// A passing request; its snapshot is made only when the exchange is read.
    case passing(URLRequest, at: Duration)

    var exchange: StubExchange {
      switch self {
      case .exchange(let logged):
        return logged.exchange
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
  fileprivate var withoutBody: StubExchange {
    var copy = self
    copy.request = StubRequest(
      request.urlRequest, body: nil, pathParameters: request.pathParameters)
    copy.transcript = transcript.withoutBody
    return copy
  }
}

/// How much a registry's log holds before it drops the oldest exchanges.
public struct LogLimit: Sendable, Hashable {
  /// The largest number of exchanges.
  public var exchanges: Int
  /// The largest number of request-body bytes in all exchanges; the newest exchange always stays.
  public var bodyBytes: Int
  /// The largest number of response-body bytes in all exchanges.
  ///
  /// Beyond the limit, the oldest exchanges lose only the bodies of their responses. If a single
  /// body is longer than the limit, the log keeps its beginning.
  public var responseBytes: Int

  /// Makes a limit.
  public init(exchanges: Int = 1_000, bodyBytes: Int = 16 << 20, responseBytes: Int = 16 << 20) {
    self.exchanges = exchanges
    self.bodyBytes = bodyBytes
    self.responseBytes = responseBytes
  }
}
