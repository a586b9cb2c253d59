/// Finds out why stubs were used too rarely, without running a user's code.
struct MissedRequests {
  private static let limits = (stubs: 50, exchanges: 500)
  /// The least nearness that counts: that of a typo, or of another method or query at the path.
  private static let nearEnough = 0.7
  private static let largestBody = 1 << 16

  /// For each stub, by its rank's number, the request that came closest; a match has nearness 1.
  private var closest: [UInt64: (exchange: StubExchange, nearness: Double)] = [:]

  init(of stubs: [Stub], in exchanges: [StubExchange]) {
    let stubs = stubs.prefix(Self.limits.stubs)
    for exchange in exchanges.suffix(Self.limits.exchanges)
    where exchange.request.body?.count ?? 0 <= Self.largestBody {
      exchange.request.examine { probe in
        for stub in stubs where exchange.stub !== stub {
          let nearness: Double =
            switch stub.condition.verdict(on: probe) {
            case .yes: stub.hasMissed(exchange) ? 1 : 0
            case .open: 0
            // Below 1, even for a miss as near as `/apix` to `pathStartsWith("/api/")`.
            case .no: min(stub.condition.expression.nearness(of: probe).value, 0.99)
            }
          let least = stub.expected.least > 0 ? Self.nearEnough : 1
          // Of equally near requests the newest counts: the others may be older than the stub.
          guard nearness >= closest[stub.rank.number]?.nearness ?? least else { continue }
          closest[stub.rank.number] = (exchange, nearness)
        }
      }
    }
  }

  func remark(on stub: Stub) -> String? {
    guard let (exchange, nearness) = closest[stub.rank.number] else { return nil }
    let request = "\(exchange.request)"
    if nearness == 1 {
      guard let other = exchange.stub else {
        return "\(request) came before this stub was registered."
      }
      let reason = other.priority > stub.priority ? "has a higher priority" : "is newer"
      return "\(request) matches, and \(other.title), which \(reason), answered it."
    }
    let answer =
      exchange.stub.map { "\($0.title) answered it" }
      ?? (exchange.isOfNetwork ? "it went to the network" : "no stub matches it")
    let came = "\(request) came close, and \(answer)"
    // An unmatched request has a report of its own, so its misses are not listed here.
    if exchange.outcome == .unmatched { return "\(came)." }
    let misses = stub.condition.misses(of: exchange.request).reportLines.map { "    " + $0 }
    return (["\(came):"] + misses).joined(separator: "\n")
  }
}

extension Stub {
  /// Whether a request that the stub matches came before the stub, or went to a higher-ranking one.
  fileprivate func hasMissed(_ exchange: StubExchange) -> Bool {
    guard let other = exchange.stub else {
      return (exchange.outcome == .unmatched || exchange.isOfNetwork) && isActive
    }
    return rank < other.rank && (expected.least > 0 || !other.isException(to: self))
  }

  /// Whether the condition has all parts of `other`'s, or a part (not a host) that `other`'s lacks.
  private func isException(to other: Stub) -> Bool {
    let parts = condition.expression.allConjuncts
    let others = Set(other.condition.expression.allConjuncts.map(\.description))
    if others.isSubset(of: parts.map(\.description) + ["anyRequest()"]) { return true }
    return parts.contains { part in
      guard case .criterion(let criterion) = part else { return true }
      let isWide = criterion is AnyRequestCriterion || criterion is HostCriterion
      return !isWide && !others.contains(part.description)
    }
  }
}
