import Foundation

extension StubRegistry {
  /// Throws an error that shows what went wrong, if these stubs were not asked in this order.
  ///
  /// ```swift
  /// try registry.verify(order: login, list, detail)
  /// ```
  /// Each stub has to be asked, and every request to it has to come before every request to the
  /// next stub. Other requests do not matter. What counts is when a request was made; with
  /// `strictly`, each request must also be over before the next stub is asked.
  ///
  /// A stub that stands in the order several times has to be asked that often: its first request
  /// counts for its first place, and so on.
  ///
  /// - Throws: `StubOrderError`, which names the line of this call.
  public func verify(
    order stubs: Stub..., strictly: Bool = false, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) throws {
    try verify(
      order: stubs, strictly: strictly, fileID: fileID, filePath: filePath, line: line,
      column: column)
  }

  /// Throws an error that shows what went wrong, if a list of stubs was not asked in its order.
  ///
  /// The rules are those of `verify(order:)` with the stubs one by one.
  public func verify(
    order stubs: [Stub], strictly: Bool = false, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) throws {
    guard let fault = fault(in: stubs, strictly: strictly) else { return }
    throw StubOrderError(
      fault, at: StubLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  private func fault(in stubs: [Stub], strictly: Bool) -> String? {
    if let stranger = stubs.first(where: { $0.state !== state }) {
      return
        "\(stranger.title.capitalizedFirst) is not one of this registry's stubs: only what was "
        + "asked of one registry has an order."
    }
    let (counts, exchanges, firstID) = state.withLock { state in
      (stubs.map { state[$0].claims }, state.log.exchanges, state.log.firstID)
    }
    let complaints = stubs.enumerated().compactMap { place, stub in
      stubs.firstIndex { $0 === stub } == place
        ? stub.complaint(
          asked: counts[place], logged: exchanges.count { $0.stub === stub },
          places: stubs.count { $0 === stub }) : nil
    }
    guard complaints.isEmpty else { return complaints.joined(separator: "\n") }
    var places = Dictionary(grouping: stubs.indices) { stubs[$0].rank.number }
    var previous: (place: Int, position: Int)?
    // For each place, the request that ends last.
    var ends = [(id: ExchangeLog.ID, position: Int)](repeating: (0, 0), count: stubs.count)
    for (position, exchange) in exchanges.enumerated() {
      guard let number = exchange.stub?.rank.number, let left = places[number] else { continue }
      // A stub with several places has one request for each of them.
      if left.count > 1 { places[number]?.removeFirst() }
      let place = left[0]
      if let previous, previous.place > place {
        let (later, title) = titles(stubs[previous.place], stubs[place])
        return text(
          "\(later.capitalizedFirst) was asked before \(title), and was to come after it:",
          on: exchanges, from: previous.position, to: position)
      }
      let begin = firstID + ExchangeLog.ID(position)
      if strictly, let open = ends[..<place].firstIndex(where: { $0.id > begin }) {
        let (title, other) = titles(stubs[place], stubs[open])
        return text(
          "\(title.capitalizedFirst) was asked while \(other) was still answering, and was to come after "
            + "that:", on: exchanges, from: ends[open].position, to: position)
      }
      let end = exchange.endedBefore ?? .max
      if end > ends[place].id { ends[place] = (end, position) }
      previous = (place, position)
    }
    return nil
  }

  /// Adds the conditions if the titles are equal, as for stubs that a loop registers in one line.
  private func titles(_ stub: Stub, _ other: Stub) -> (String, String) {
    stub !== other && stub.title == other.title
      ? (stub.titleWithCondition, other.titleWithCondition) : (stub.title, other.title)
  }

  private func text(
    _ headline: String, on exchanges: [StubExchange], from first: Int, to last: Int
  ) -> String {
    let text = saying {
      let between = exchanges[first + 1..<last].map { "    " + $0.line }
      let shown = between.shortened(to: 11) { "    … and \($0) more" }
      return ([headline, "  ✗ " + exchanges[first].line] + shown + ["  ✗ " + exchanges[last].line])
        .joined(separator: "\n")
    }
    return clean(text, on: exchanges)
  }
}

extension Stub {
  /// Nil if the stub was asked as often as needed, and the log holds all its requests.
  fileprivate func complaint(asked count: Int, logged: Int, places: Int) -> String? {
    let title = title.capitalizedFirst
    if count == 0 { return "\(title) was never asked: \(conditionInShort)" }
    if places > 1, places != count {
      return "\(title) stands in the order \(places) times, and \(count.requests) came: "
        + conditionInShort
    }
    guard logged < count else { return nil }
    return
      "The log holds \(logged) of \(count.requests) to \(self.title): for their order, raise the "
      + "logLimit of the registry."
  }
}

extension StubExchange {
  fileprivate var line: String {
    let outcome = response.map { "\($0.status)" } ?? outcome.description
    return "\(request) → \(outcome)" + (stub.map { " from \($0.title)" } ?? "")
  }
}

/// What a registry's `verify(order:)` found to be wrong.
public struct StubOrderError: DescribedError, Sendable {
  /// Where `verify(order:)` was called.
  public let location: StubLocation
  /// The requests in the wrong order, with the log between them; or why the order was not met.
  public let description: String

  init(_ text: String, at location: StubLocation) {
    self.location = location
    description = "\(location): \(text)".linesWithVisibleControls
  }
}
