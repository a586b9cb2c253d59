/// Finds out why stubs were asked too seldom, without running a user's code.
struct MissedRequests {
  private static let limits = (stubs: 50, exchanges: 500)
  private static let shown = 3
  /// The least nearness that counts: that of a typo, or of another method or query at the path.
  private static let nearEnough = 0.7
  private static let largestBody = 1 << 16

  fileprivate struct Find {
    let exchange: StubExchange
    let nearness: Double
    /// Whether the stub matches the request, and only came too late.
    var isMatch = false
    var count = 1
  }

  /// The requests that came close, closest first, by the number of the stub's rank.
  private var finds: [UInt64: [Find]] = [:]
  /// How often other stubs answered a stub's matches, by the number of the stub's rank.
  private var answers: [UInt64: [(stub: Stub, count: Int)]] = [:]

  init(of stubs: [Stub], in exchanges: [StubExchange]) {
    let stubs = stubs.prefix(Self.limits.stubs)
    for exchange in exchanges.suffix(Self.limits.exchanges)
    where exchange.request.body?.count ?? 0 <= Self.largestBody {
      exchange.request.examine { probe in
        for stub in stubs where exchange.stub !== stub {
          switch stub.condition.verdict(on: probe) {
          case .yes:
            if let other = exchange.stub {
              if stub.rank < other.rank { note(other, before: stub) }
            } else if exchange.outcome == .unmatched || exchange.isOfNetwork, stub.isActive {
              note(Find(exchange: exchange, nearness: 1, isMatch: true), for: stub)
            }
          case .open: break
          case .no:
            let nearness = stub.condition.expression.nearness(of: probe).value
            guard nearness >= Self.nearEnough else { continue }
            note(Find(exchange: exchange, nearness: nearness), for: stub)
          }
        }
      }
    }
  }

  private mutating func note(_ other: Stub, before stub: Stub) {
    let answers = answers[stub.rank.number, default: []]
    if let position = answers.firstIndex(where: { $0.stub === other }) {
      self.answers[stub.rank.number]?[position].count += 1
    } else {
      self.answers[stub.rank.number] = answers + [(other, 1)]
    }
  }

  private mutating func note(_ find: Find, for stub: Stub) {
    var finds = finds[stub.rank.number, default: []]
    defer { self.finds[stub.rank.number] = finds }
    if let same = finds.firstIndex(where: { $0.isLike(find) }) {
      finds[same].count += 1
      return
    }
    let place = finds.firstIndex { $0.nearness < find.nearness } ?? finds.count
    finds.insert(find, at: place)
    if finds.count > Self.shown { finds.removeLast() }
  }

  func remarkOnOther(than stub: Stub) -> String? {
    guard let (other, count) = answers[stub.rank.number]?.max(by: { $0.count < $1.count })
    else { return nil }
    let reason =
      other.priority > stub.priority
      ? "has a higher priority" : "is newer"
    return
      "The stub at \(other.location) \(reason) and answered \(count.requests) that this one matches, too."
  }

  func remarks(on stub: Stub) -> [String] {
    finds[stub.rank.number, default: []].map { $0.remark(on: stub) }
  }
}

extension MissedRequests.Find {
  fileprivate func isLike(_ other: Self) -> Bool {
    isMatch == other.isMatch && exchange.stub === other.exchange.stub
      && exchange.outcome == other.exchange.outcome
      && "\(exchange.request)" == "\(other.exchange.request)"
  }

  fileprivate func remark(on stub: Stub) -> String {
    if isMatch { return "\(exchange.request) came before this stub was registered." }
    let came =
      count == 1
      ? "\(exchange.request) came close" : "\(exchange.request) came close \(count) times"
    // An unmatched request has a report of its own.
    if exchange.outcome == .unmatched { return "\(came), and no stub matches it." }
    let answer =
      exchange.stub.map { "\($0.title) answered it" }
      ?? (exchange.isOfNetwork ? "it went to the network" : "no stub matches it")
    let misses = stub.condition.misses(of: exchange.request).reportLines.map { "    " + $0 }
    return (["\(came), and \(answer):"] + misses).joined(separator: "\n")
  }
}
