public import Foundation

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
    guard let fault = fault(in: stubs, strictly: strictly) else { return }
    throw StubOrderError(
      fault, at: StubLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  private func fault(in stubs: [Stub], strictly: Bool) -> String? {
    if let stranger = stubs.first(where: { !$0.belongs(to: state) }) {
      return
        "\(stranger.title.capitalizedFirst) is not one of this registry's stubs: only what was "
        + "asked of one registry has an order."
    }
    let order = state.withLock { state in
      StubOrder(
        stubs: stubs, counts: stubs.map { state[$0].claims }, exchanges: state.log.exchanges,
        firstID: state.log.firstID)
    }
    if let complaint = order.complaint { return complaint }
    guard let (first, second) = OrderCheck(order.calls, strictly: strictly).fault else {
      return nil
    }
    let text = saying { order.text(of: first, and: second) }
    return cleaner(of: order.exchanges)?.clean(text) ?? text
  }
}

struct StubOrder {
  /// The number of logged exchanges shown at the start of a long stretch between two requests.
  private static let shown = 12

  let stubs: [Stub]
  let counts: [Int]
  let exchanges: [StubExchange]
  let firstID: ExchangeLog.ID

  var calls: [OrderCheck.Call] {
    var places = Dictionary(grouping: stubs.indices) { stubs[$0].rank.number }
    return exchanges.enumerated().compactMap { position, exchange in
      guard let number = exchange.stub?.rank.number, let left = places[number] else { return nil }
      // A stub with several places has one request for each of them.
      if left.count > 1 { places[number]?.removeFirst() }
      return OrderCheck.Call(
        place: left[0], position: position,
        endedBefore: exchange.endedBefore.map { Int($0 - firstID) })
    }
  }

  /// Nil if each stub was asked as often as needed, and the log holds all its requests.
  var complaint: String? {
    var lines: [String] = []
    for (place, stub) in stubs.enumerated() {
      guard stubs.firstIndex(where: { $0 === stub }) == place else { continue }
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

  private static func shortened(_ lines: [String]) -> [String] {
    let others = lines.count - shown - 1
    guard others > 1 else { return lines }
    return lines.prefix(shown) + ["    … and \(others) more"] + lines.suffix(1)
  }
}

extension StubExchange {
  fileprivate var line: String {
    let outcome = response.map { "\($0.status)" } ?? outcome.description
    return "\(request) → \(outcome)" + (stub.map { " from \($0.title)" } ?? "")
  }
}

struct OrderCheck {
  struct Call {
    let place: Int
    let position: Int
    /// The position of the first exchange that began after this call had ended; nil in flight.
    let endedBefore: Int?

    func isOver(before position: Int) -> Bool { endedBefore.map { $0 <= position } ?? false }
  }

  private let calls: [Call]
  private let isStrict: Bool

  init(_ calls: [Call], strictly isStrict: Bool) {
    self.calls = calls.sorted { $0.position < $1.position }
    self.isStrict = isStrict
  }

  /// A pair of calls in the wrong order; `first` is the call that should have come first.
  var fault: (first: Call, second: Call)? { isStrict ? strictFault : plainFault }

  /// The first call that directly followed a call to a later stub, together with that call.
  private var plainFault: (first: Call, second: Call)? {
    zip(calls.dropFirst(), calls).first { $0.place < $1.place }.map { (first: $0, second: $1) }
  }

  /// The first call that began before an earlier stub's call had ended, together with that call.
  private var strictFault: (first: Call, second: Call)? {
    var latestEnds: [Int: Int] = [:]
    for call in calls {
      latestEnds[call.place] = max(latestEnds[call.place] ?? 0, call.endedBefore ?? .max)
    }
    let second = calls.first { call in
      latestEnds.contains { $0.key < call.place && $0.value > call.position }
    }
    guard let second,
      let first = calls.first(where: {
        $0.place < second.place && !$0.isOver(before: second.position)
      })
    else { return nil }
    return (first, second)
  }
}

/// What a registry's `verify(order:)` found to be wrong.
public struct StubOrderError: LocalizedError, CustomStringConvertible, Sendable {
  /// Where `verify(order:)` was called.
  public let location: StubLocation
  /// The requests in the wrong order, with the log between them; or why the order was not met.
  public let description: String

  init(_ text: String, at location: StubLocation) {
    self.location = location
    description = "\(location): \(text)".linesWithVisibleControls
  }

  /// The same as `description`.
  public var errorDescription: String? { description }
}
