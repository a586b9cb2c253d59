/// Stubs in their expected order, compared with a log.
struct StubOrder {
  /// The number of logged exchanges shown at the start of a long stretch between two requests.
  private static let shown = 12

  let stubs: [Stub]
  let counts: [Int]
  let exchanges: [StubExchange]
  let firstID: ExchangeLog.ID

  /// The requests to the stubs; a stub that appears several times has one for each place.
  var calls: [OrderCheck.Call] {
    var places: [UInt64: [Int]] = [:]
    for (place, stub) in stubs.enumerated() { places[stub.rank.number, default: []].append(place) }
    var turns: [UInt64: Int] = [:]
    return exchanges.enumerated().compactMap { position, exchange in
      guard let stub = exchange.stub, let places = places[stub.rank.number] else { return nil }
      let turn = turns[stub.rank.number, default: 0]
      turns[stub.rank.number] = turn + 1
      return OrderCheck.Call(
        place: places.count == 1 ? places[0] : places[turn], position: position,
        endedBefore: exchange.endedBefore.map { Int($0 - firstID) })
    }
  }

  /// A line for each stub that was not asked as often as the order needs; nil if there is none.
  var complaint: String? {
    var lines: [String] = []
    for (place, stub) in stubs.enumerated() where isFirstPlace(place) {
      let (count, held) = (counts[place], exchanges.count { $0.stub === stub })
      let places = stubs.count { $0 === stub }
      let title = stub.title.capitalizedFirst
      if count == 0 {
        lines.append("\(title) was never asked: \(stub.conditionInShort)")
      } else if places > 1, places != count {
        lines.append("\(title) stands in the order \(places) times, and \(count.requests) came.")
      } else if held < count {
        lines.append(
          "The log holds \(held) of \(count.requests) to \(stub.title): for their order, raise the "
            + "logLimit of the registry.")
      }
    }
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }

  /// Whether this is the stub's first place in the order.
  private func isFirstPlace(_ place: Int) -> Bool {
    stubs.firstIndex { $0 === stubs[place] } == place
  }

  /// Describes two requests in the wrong order, with the log between them.
  func text(of first: OrderCheck.Call, and second: OrderCheck.Call) -> String {
    let (one, other) = (stubs[first.place].title, stubs[second.place].title)
    let positions = [first.position, second.position].sorted()
    let said =
      second.position < first.position
      ? "was asked before \(one), and was to come after it:"
      : "was asked while \(one) was still answering, and was to come after that:"
    let lines = (positions[0]...positions[1]).map { position in
      (positions.contains(position) ? "  ✗ " : "    ") + exchanges[position].line
    }
    return (["\(other.capitalizedFirst) \(said)"] + Self.shortened(lines)).joined(separator: "\n")
  }

  /// Shortens many lines to the first ones and the last.
  private static func shortened(_ lines: [String]) -> [String] {
    let others = lines.count - shown - 1
    guard others > 1 else { return lines }
    return lines.prefix(shown) + ["    … and \(others) more"] + lines.suffix(1)
  }
}

extension StubExchange {
  /// The exchange in a line: request, outcome and stub.
  fileprivate var line: String {
    let outcome = response.map { "\($0.status)" } ?? outcome.description
    return "\(request) → \(outcome)" + (stub.map { " from \($0.title)" } ?? "")
  }
}
