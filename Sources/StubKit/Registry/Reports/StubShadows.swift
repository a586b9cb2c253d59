/// Which stubs answered requests that others, which stayed unused, match as well.
struct StubShadows {
  /// How many unused stubs and how many requests are compared: of stubs the first, as they are told,
  /// and of requests the last.
  private static let limits = (stubs: 50, exchanges: 500)
  /// The largest body that is compared.
  private static let largestBody = 1 << 16

  /// For each unused stub, by the number of its rank, who answered in its place and how often.
  private var answers: [UInt64: [(stub: Stub, count: Int)]] = [:]

  /// Compares unused stubs with the requests of a log; it runs nothing that a user wrote.
  init(over unused: [Stub], in exchanges: [StubExchange]) {
    let unused = unused.prefix(Self.limits.stubs)
    for exchange in exchanges.suffix(Self.limits.exchanges) {
      let request = exchange.request
      guard let answering = exchange.stub, request.body?.count ?? 0 <= Self.largestBody
      else { continue }
      request.examine { probe in
        for stub in unused
        where stub.rank < answering.rank && stub.condition.verdict(on: probe) == .yes {
          note(answering, before: stub)
        }
      }
    }
  }

  private mutating func note(_ answering: Stub, before stub: Stub) {
    let answers = answers[stub.rank.number, default: []]
    if let position = answers.firstIndex(where: { $0.stub === answering }) {
      self.answers[stub.rank.number]?[position].count += 1
    } else {
      self.answers[stub.rank.number] = answers + [(answering, 1)]
    }
  }

  /// That another stub answered what an unused one matches, if one did.
  func remark(on unused: Stub) -> String? {
    guard let (stub, count) = answers[unused.rank.number]?.max(by: { $0.count < $1.count })
    else { return nil }
    let reason =
      stub.priority > unused.priority
      ? "\(stub.location) has a higher priority" : "\(stub.location) is newer"
    return "\(reason) and answered \(count.requests) that this one matches, too."
  }
}
