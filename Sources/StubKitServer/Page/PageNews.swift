import Foundation
import StubKit

/// The events for one watcher of the page: first the whole state of the registry, then changes.
struct PageNews {
  private typealias Found = [(id: ExchangeLog.ID, exchange: StubExchange)]

  private var redaction: GrowingRedaction
  private var nextID: ExchangeLog.ID = 0
  /// The exchanges that may still change, as they were last sent.
  private var unsettled: [ExchangeLog.ID: Look] = [:]
  /// What was already sent: the hashes of exchanges and issues, and how often each stub was asked.
  private var told: (exchanges: [ExchangeLog.ID: Int], stubs: [UInt64: Int], issues: Int)

  private struct Look: Hashable {
    let outcome: StubExchange.Outcome
    let hasHead: Bool
    let count: Int

    init(_ exchange: StubExchange) {
      outcome = exchange.outcome
      (hasHead, count) = (exchange.transcript.head != nil, exchange.transcript.count)
    }
  }

  init(of registry: StubRegistry) {
    redaction = GrowingRedaction(registry.discretionOfReports)
    told = ([:], [:], [StubJSON]().hashValue)
  }

  mutating func next(of registry: StubRegistry) -> [StubJSON] {
    var news = exchanges(of: registry) + stubs(of: registry)
    let objections = registry.state.withLock(\.objections)
    let issues = (registry.mistakes + registry.miscounts + objections).map { StubJSON($0) }
    if issues.hashValue != told.issues { news.append(["issues": .array(issues)]) }
    told.issues = issues.hashValue
    return news
  }

  static let ending: StubJSON = ["isOver": true]

  /// The issues about counts are known only at the end; the archive comes last, since a connection
  /// that is about to close may not take all of it.
  static func last(of registry: StubRegistry?, archiveUpTo limit: Int) -> [StubJSON] {
    guard let registry else { return [ending] }
    // The issues that clients got as answers were sent with their exchanges.
    let issues = registry.issues.filter { !$0.kind.isAnswer }.map { StubJSON($0) }
    let archive = String(decoding: registry.conversation.har(keeping: limit), as: UTF8.self)
    return [["issues": .array(issues)], ending, ["archive": .string(archive)]]
  }
}

extension PageNews {
  private mutating func exchanges(of registry: StubRegistry) -> [StubJSON] {
    let now = registry.elapsed
    let waiting = unsettled.keys.sorted()
    let (found, ids) = registry.state.withLock { [nextID] state -> (Found, Range<ExchangeLog.ID>) in
      let log = state.log
      let new = max(nextID, log.firstID)..<log.nextID
      return (Self.exchanges(waiting + Array(new), in: log), log.firstID..<log.nextID)
    }
    var news: [StubJSON] = []
    if nextID < ids.lowerBound {
      news.append(["missed": .integer(Int(ids.lowerBound - nextID))])
    }
    let lost = waiting.filter { $0 < ids.lowerBound }
    for id in lost { unsettled[id] = nil }
    if !lost.isEmpty { news.append(["lost": .array(lost.map { .integer(Int($0)) })]) }
    let (known, hasEarlier) = (unsettled, nextID > ids.lowerBound)
    nextID = ids.upperBound
    let changed = found.filter { known[$0.id] != Look($0.exchange) || $0.exchange.isSettled }
    guard !changed.isEmpty else { return news }
    for (id, exchange) in changed { unsettled[id] = exchange.isSettled ? nil : Look(exchange) }
    var (told, revealsMore) = tell(changed, at: now)
    // These exchanges may reveal that a value in an earlier exchange is a secret.
    while revealsMore, hasEarlier {
      let all = registry.state.withLock { Self.exchanges(Array(ids), in: $0.log) }
      let (again, more) = tell(all, at: now)
      told += again
      revealsMore = more
    }
    self.told.exchanges = self.told.exchanges.filter { $0.key >= ids.lowerBound }
    return news + told
  }

  private static func exchanges(_ ids: [ExchangeLog.ID], in log: ExchangeLog) -> Found {
    ids.compactMap { id in log[id].map { (id, $0) } }
  }

  /// `told` has only the exchanges that have changed since they were sent.
  private mutating func tell(
    _ found: Found, at now: Duration
  ) -> (told: [StubJSON], revealsMore: Bool) {
    var recorded = found.map { _, exchange in
      var room = Int.max
      var recorded = RecordedExchange(
        exchange, origin: Date(timeIntervalSince1970: 0), until: now, within: &room)
      recorded.comment =
        exchange.outcome == .cancelled ? nil : exchange.error?.localizedDescription
      return recorded
    }
    let revealsMore = redaction.hide(in: &recorded)
    var news: [StubJSON] = []
    for ((id, exchange), recorded) in zip(found, recorded) {
      let look = StubJSON(exchange, recorded, numbered: id)
      let hash = look.hashValue
      if told.exchanges.updateValue(hash, forKey: id) != hash { news.append(["exchange": look]) }
    }
    return (news, revealsMore)
  }

  private mutating func stubs(of registry: StubRegistry) -> [StubJSON] {
    var (counts, news): ([UInt64: Int], [StubJSON]) = ([:], [])
    for (stub, number, count, isActive) in registry.countedStubs {
      counts[number] = count
      // A stub is used up only by a request that it counts, so `isActive` never changes alone.
      guard told.stubs[number] != count else { continue }
      news.append(["stub": StubJSON(stub, numbered: number, asked: count, isActive: isActive)])
    }
    for number in told.stubs.keys.sorted() where counts[number] == nil {
      news.append(["removed": .integer(Int(number))])
    }
    told.stubs = counts
    return news
  }
}
