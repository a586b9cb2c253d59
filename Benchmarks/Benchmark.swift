/// The whole benchmark, part by part.
struct Benchmark {
  private let options: Options
  private let progress = Progress()

  init(_ options: Options) {
    self.options = options
  }

  /// One part, which adds its figures to the others.
  private struct Part {
    let name: String
    let run: (inout Figures) async throws -> Void
  }

  /// Runs every part that the options ask for.
  func run() async throws -> Figures {
    var figures = Figures()
    let parts = parts.filter { $0.name == Self.decisions || options.includes($0.name) }
    for (number, part) in parts.enumerated() {
      progress.begin("\(number + 1) of \(parts.count)")
      try await part.run(&figures)
    }
    progress.end()
    return figures
  }

  // It chooses among its own parts.
  private static let decisions = "decision"

  private var parts: [Part] {
    let registry = RegistryBenchmark(options: options, progress: progress)
    let decisions = DecisionBenchmark(options, progress)
    let whole = WholeRequestBenchmark(options: options, progress: progress)
    let hour = SimulatedHourBenchmark(options: options, progress: progress)
    return [
      // First, since it is another thing once anything of StubKit has been used.
      Part(name: "idle") { $0.idle = try decisions.idle() },
      Part(name: Self.decisions) { $0.decisions = try decisions.run() },
      Part(name: "registering") { $0.registering = registry.registering() },
      Part(name: "memory") { $0.memory = registry.memory() },
      Part(name: "scope") { $0.scopes = registry.scopes() },
      Part(name: "whole") { $0.whole = try await whole.plain() },
      Part(name: "feats") { $0.feats = try await whole.feats() },
      Part(name: "scans") { $0.scans = try await whole.scans() },
      Part(name: "simulated") { $0.simulated = try await hour.run() },
    ]
  }
}
