import AppleObjectiveC

/// Lines that somebody writes down from anywhere.
final class Journal: Sendable {
  private let content = Guarded<[String]>([])

  var lines: [String] { content.withLock { $0 } }

  func add(_ line: String) {
    content.withLock { $0.append(line) }
  }
}
