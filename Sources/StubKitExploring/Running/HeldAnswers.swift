import Foundation
import StubKit

/// The answers that a director holds, and the names of their requests; answers that come between
/// two steps are sorted by their requests.
struct HeldAnswers {
  struct Waiting {
    let answer: HeldAnswer
    var name = ""
    /// When the answer came, on the scenario's clock.
    let since: Duration
    /// Whether the operation may do something new at this answer, since an earlier one was changed.
    let isSurprising: Bool
  }

  private(set) var all: [Waiting] = []
  var names: ExchangeNames
  private var cancelled: [String] = []
  private var surprises = 0
  private static let mostSurprises = 3

  init(names: ExchangeNames) { self.names = names }

  var isEmpty: Bool { all.isEmpty }

  /// The only answer, if it has no name yet.
  var loneUnnamed: Waiting? {
    all.count == 1 ? all.first { $0.name.isEmpty } : nil
  }

  mutating func add(_ answer: HeldAnswer, at time: Duration, isSurprising: Bool) {
    all.append(Waiting(answer: answer, since: time, isSurprising: isSurprising))
  }

  mutating func expectSurprises() { surprises = Self.mostSurprises }

  /// True for the first answer after a change, and for two more once a request is unknown.
  mutating func takeSurprise() -> Bool {
    guard surprises > 0, surprises == Self.mostSurprises || !names.areAsKnown else { return false }
    surprises -= 1
    return true
  }

  /// Names the answers that have come since the last step, whatever the order of their arrival.
  mutating func nameNew() {
    guard let first = all.firstIndex(where: { $0.name.isEmpty }) else { return }
    if first < all.count - 1 {
      let keyed = all[first...].map { (waiting: $0, key: names.key(of: $0.answer.request)) }
      let sorted = keyed.sorted { lhs, rhs in
        guard lhs.key == rhs.key else { return lhs.key < rhs.key }
        let bodies = [lhs, rhs].map { $0.waiting.answer.request.body ?? Data() }
        return bodies[0].lexicographicallyPrecedes(bodies[1])
      }
      all.replaceSubrange(first..., with: sorted.map(\.waiting))
    }
    for place in first..<all.count { all[place].name = names.name(of: all[place].answer.request) }
  }

  mutating func take(_ name: String) -> Waiting? {
    all.firstIndex { $0.name == name }.map { all.remove(at: $0) }
  }

  mutating func takeAll() -> [Waiting] {
    defer { all = [] }
    return all
  }

  /// Takes out the answer of an exchange that has ended.
  mutating func end(_ exchange: ExchangeLog.ID, isCancelled: Bool) -> Waiting? {
    guard let place = all.firstIndex(where: { $0.answer.exchange == exchange }) else { return nil }
    let waiting = all.remove(at: place)
    if isCancelled, !waiting.name.isEmpty { cancelled.append(waiting.name) }
    return waiting
  }

  mutating func takeCancelled() -> [String] {
    defer { cancelled = [] }
    return cancelled
  }
}
