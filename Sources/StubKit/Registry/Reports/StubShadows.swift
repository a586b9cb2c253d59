/// The stubs that answered requests which unused stubs match as well.
struct StubShadows {
  /// The number of unused stubs, from the first in the report, and of the last requests that are compared.
  private static let limits = (stubs: 50, exchanges: 500)
  private static let largestBody = 1 << 16

  /// For each unused stub, by the number of its rank, which stubs answered in its place, and how often.
  private var answers: [UInt64: [(stub: Stub, count: Int)]] = [:]

  /// Compares unused stubs with the requests of a log; it runs no code of a user's.
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

  /// Returns the remark that another stub answered requests for an unused one; nil if none did.
  func remark(on unused: Stub) -> String? {
    guard let (stub, count) = answers[unused.rank.number]?.max(by: { $0.count < $1.count })
    else { return nil }
    let reason =
      stub.priority > unused.priority
      ? "\(stub.location) has a higher priority" : "\(stub.location) is newer"
    return "\(reason) and answered \(count.requests) that this one matches, too."
  }
}
