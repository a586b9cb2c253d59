import Foundation
import StubKit

/// A great many requests of every kind at once, and a look at what they leave behind.
struct Soak {
  private static let workers = 16
  private static let batchSize = 25
  /// What a request may take before it counts as one that has not ended.
  private static let patience = Duration.seconds(120)

  private let options: SoakOptions
  private let site: Site
  private let ledger = Ledger()

  init(_ options: SoakOptions) throws {
    self.options = options
    site = try Site()
  }

  /// Runs all of it.
  func run() async throws -> Ledger {
    defer { try? FileManager.default.removeItem(at: site.folder) }
    let shared = StubRegistry.shared
    shared.unmatched = Site.policy
    // Full early in the run, so that what grows after that is something else.
    shared.logLimit = LogLimit(exchanges: 200, bodyBytes: 1 << 20)
    site.register(in: shared)
    let progress = Progress(of: options.count, ledger: ledger)
    let side = [
      Task { await churn(in: shared) }, Task { await watch() }, Task { await progress.follow() },
    ]
    try await runBatches()
    for task in side { task.cancel() }
    for task in side { await task.value }
    ledger.balance()
    for growth in progress.growth { ledger.note(growth) }
    return ledger
  }

  /// All the requests, by all workers at once.
  private func runBatches() async throws {
    let next = Numbers(0..<options.count, step: Self.batchSize)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<Self.workers {
        group.addTask {
          let kept = KeptSeats()
          defer { kept.end() }
          while let numbers = next.take() {
            var random = SeededRandom(seed: options.seed, part: numbers.lowerBound)
            let place = options.places.randomElement(using: &random) ?? .shared
            var batch = Batch(
              site: site, ledger: ledger, place: place, wanted: options.kinds, numbers: numbers,
              random: random)
            try await batch.run(kept)
          }
        }
      }
      try await group.waitForAll()
    }
  }

  /// Registers stubs and handlers and removes them again, for as long as requests are made.
  private func churn(in registry: StubRegistry) async {
    var round = 0
    while !Task.isCancelled {
      round += 1
      let token = registry.onEvent { _ in ledger.countEvent() }
      let stubs = (0..<20).map { number in
        registry.stub(
          condition: isHost("churn.test") && isPath("/\(round)/\(number)"), priority: number % 3,
          response: .status(204))
      }
      try? await Task.sleep(for: .milliseconds(2))
      for stub in stubs { stub.remove() }
      token.cancel()
    }
  }

  /// Ends the run if a request does not end: nothing else could be waited for.
  private func watch() async {
    while !Task.isCancelled {
      try? await Task.sleep(for: .seconds(1))
      guard ledger.noteOverdue(after: Self.patience) else { continue }
      say(ledger.summary)
      exit(1)
    }
  }
}
