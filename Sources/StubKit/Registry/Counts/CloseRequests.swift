/// The requests of a log that stubs which were asked too seldom nearly match.
///
/// Finding them runs nothing that a user wrote.
struct CloseRequests {
  /// How many stubs and how many requests are compared: of stubs the first, as they are told, and of
  /// requests the last.
  private static let limits = (stubs: 50, exchanges: 500)
  /// How many requests are shown for a stub.
  private static let shown = 3
  /// How near a request has to come: a typo, or another method or query at the same path.
  private static let nearEnough = 0.7
  /// The largest body that is compared.
  private static let largestBody = 1 << 16

  /// A request that came close to a stub.
  fileprivate struct Find {
    let exchange: StubExchange
    let nearness: Double
    var count = 1
  }

  /// For each stub, by the number of its rank, what came close, the closest first.
  private var finds: [UInt64: [Find]] = [:]

  /// Compares stubs with the requests of a log.
  init(to stubs: [Stub], in exchanges: [StubExchange]) {
    let stubs = stubs.prefix(Self.limits.stubs)
    for exchange in exchanges.suffix(Self.limits.exchanges)
    where exchange.request.body?.count ?? 0 <= Self.largestBody {
      exchange.request.examine { probe in
        for stub in stubs where exchange.stub !== stub {
          let nearness = stub.condition.expression.nearness(of: probe).value
          // What it matches as a whole is another stub's: `StubShadows` tells whose.
          guard nearness >= Self.nearEnough, stub.condition.verdict(on: probe) == .no else {
            continue
          }
          note(Find(exchange: exchange, nearness: nearness), for: stub)
        }
      }
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
}

extension CloseRequests {
  /// What came close to a stub, and what kept it from matching.
  func remarks(on stub: Stub) -> [String] {
    finds[stub.rank.number, default: []].map { $0.remark(on: stub) }
  }
}

extension CloseRequests.Find {
  /// Whether another find says the same.
  fileprivate func isLike(_ other: Self) -> Bool {
    exchange.stub === other.exchange.stub && exchange.outcome == other.exchange.outcome
      && "\(exchange.request)" == "\(other.exchange.request)"
  }

  /// The request, who answered it, and the parts of the stub's condition that it does not meet.
  fileprivate func remark(on stub: Stub) -> String {
    let came =
      count == 1
      ? "\(exchange.request) came close" : "\(exchange.request) came close \(count) times"
    // A request that no stub matches has a report of its own.
    if exchange.outcome == .unmatched { return "\(came), and no stub matches it." }
    let answer =
      exchange.stub.map { "\($0.title) answered it" }
      ?? (exchange.isOfNetwork ? "it went to the network" : "no stub matches it")
    let misses = stub.condition.misses(of: exchange.request).reportLines.map { "    " + $0 }
    return (["\(came), and \(answer):"] + misses).joined(separator: "\n")
  }
}
