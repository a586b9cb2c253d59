/// Stubs in the order in which they are to be asked, and what a log says of them.
struct StubOrder {
  /// How many lines of the log are shown at the beginning of what lies between two requests.
  private static let shown = 12

  let stubs: [Stub]
  /// How often each of them was asked.
  let counts: [Int]
  /// What the log holds, oldest first.
  let exchanges: [StubExchange]
  /// The number of the oldest of them.
  let firstID: ExchangeLog.ID

  /// The requests to the stubs: to one that stands there several times, one for each place.
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

  /// Why there is no order to look at: a line for each stub that was not asked as it has to be.
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

  /// Whether a stub has not stood in the order before this place.
  private func isFirstPlace(_ place: Int) -> Bool {
    stubs.firstIndex { $0 === stubs[place] } == place
  }

  /// The two requests that came the wrong way round, and the log from one to the other.
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

  /// The lines, of many only the first and the last.
  private static func shortened(_ lines: [String]) -> [String] {
    let others = lines.count - shown - 1
    guard others > 1 else { return lines }
    return lines.prefix(shown) + ["    … and \(others) more"] + lines.suffix(1)
  }
}

extension StubExchange {
  /// The exchange in a line: the request, what became of it, and the stub that answered.
  fileprivate var line: String {
    let outcome = response.map { "\($0.status)" } ?? outcome.description
    return "\(request) → \(outcome)" + (stub.map { " from \($0.title)" } ?? "")
  }
}
