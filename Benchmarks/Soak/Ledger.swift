import Foundation

/// What was done in a run and what was wrong.
final class Ledger: @unchecked Sendable {
  // Unchecked: everything is behind the lock.

  private let lock = NSLock()
  private var open:
    [Int: (kind: Kind, place: Place, client: Client, start: ContinuousClock.Instant)] = [:]
  private var begun = 0
  private var endings = 0
  private var cancelled = 0
  private var replayed = 0
  private var events = 0
  private var kinds: [Kind: Int] = [:]
  private var places: [Place: Int] = [:]
  private var clients: [Client: Int] = [:]
  private var faults: [String: Int] = [:]

  func begin(_ errand: Errand, at place: Place, by client: Client) {
    lock.withLock {
      begun += 1
      kinds[errand.kind, default: 0] += 1
      places[place, default: 0] += 1
      clients[client, default: 0] += 1
      open[errand.number] = (errand.kind, place, client, .now)
    }
  }

  func countEnding() {
    lock.withLock { endings += 1 }
  }

  /// Takes an ending that was waited for.
  func close(_ errand: Errand, wasCancelled: Bool, fault: String?) {
    lock.withLock {
      guard let entry = open.removeValue(forKey: errand.number) else { return }
      if wasCancelled { cancelled += 1 }
      if let fault {
        count("\(entry.kind) at \(entry.place) by \(entry.client) \(fault)")
      }
    }
  }

  func countEvent() {
    lock.withLock { events += 1 }
  }

  func countReplay() {
    lock.withLock { replayed += 1 }
  }

  /// Notes something wrong.
  func note(_ fault: String, of kind: Kind? = nil) {
    lock.withLock { count([kind?.rawValue, fault].compactMap(\.self).joined(separator: ": ")) }
  }

  // Only under the lock.
  private func count(_ fault: String) {
    // Kinds of faults are few; if they are not, the first ones say enough.
    if faults[fault] == nil, faults.count >= 200 { return }
    faults[fault, default: 0] += 1
  }

  /// Notes the requests that have been under way for too long; whether there are any.
  func noteOverdue(after limit: Duration) -> Bool {
    lock.withLock {
      let overdue = open.values.filter { $0.start.duration(to: .now) > limit }
      for entry in overdue {
        count("\(entry.kind) at \(entry.place) by \(entry.client) has not ended")
      }
      return !overdue.isEmpty
    }
  }

  var begunSoFar: Int { lock.withLock { begun } }
  var faultsSoFar: Int { lock.withLock { faults.values.reduce(0, +) } }

  /// Compares what must be equal at the end of a run.
  func balance() {
    lock.withLock {
      if endings != begun { count("\(begun) requests had \(endings) endings") }
    }
  }

  var isClean: Bool { lock.withLock { faults.isEmpty } }

  /// What was done and what was wrong, in a few lines.
  var summary: String {
    lock.withLock {
      func list<Key>(_ counts: [Key: Int]) -> String {
        counts.map { "\($0.key) \($0.value)" }.sorted().joined(separator: ", ")
      }
      var lines = [
        "\(begun) requests, \(endings) endings, \(cancelled) ended by a cancel, "
          + "\(replayed) replayed from recordings, \(events) events heard",
        "kinds: \(list(kinds))", "places: \(list(places))", "clients: \(list(clients))",
      ]
      if faults.isEmpty {
        lines.append("Nothing was wrong.")
      } else {
        lines.append("WRONG:")
        lines += faults.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
          .map { "  \($0.value) × \($0.key)" }
      }
      return lines.joined(separator: "\n")
    }
  }
}
