import Foundation

/// Looks after each hundredth of a run how much the process holds, and says so after each tenth.
final class Progress: @unchecked Sendable {
  // Unchecked: the samples are behind the lock.

  private let count: Int
  private let ledger: Ledger
  private let lock = NSLock()
  private var samples: [Vitals] = []

  init(of count: Int, ledger: Ledger) {
    self.count = count
    self.ledger = ledger
  }

  /// Looks again and again, until it is cancelled.
  func follow() async {
    let start = ContinuousClock.now
    var seen = 0
    while !Task.isCancelled {
      try? await Task.sleep(for: .milliseconds(10))
      let begun = ledger.begunSoFar
      guard begun * 100 / count > seen else { continue }
      let tenths = seen / 10
      seen = begun * 100 / count
      let vitals = Vitals.now
      if let vitals { lock.withLock { samples.append(vitals) } }
      guard seen / 10 > tenths else { continue }
      let seconds = start.duration(to: .now).components.seconds
      say(
        "\(seen) %: \(begun) requests in \(seconds) s, \(ledger.faultsSoFar) wrong"
          + (vitals.map { "; \($0)" } ?? ""))
    }
  }

  /// What grew without end, as sentences.
  var growth: [String] { Vitals.growth(in: lock.withLock { samples }) }
}

/// Prints lines at once, also into a file.
func say(_ text: String) {
  FileHandle.standardOutput.write(Data("\(text)\n".utf8))
}
