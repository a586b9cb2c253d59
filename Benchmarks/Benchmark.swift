/// The whole benchmark, part by part.
struct Benchmark {
  private let options: Options
  private let progress = Progress()

  init(_ options: Options) {
    self.options = options
  }

  /// One part, which adds its figures to the others.
  private struct Part {
    /// What it can be chosen by.
    let names: [String]
    let run: (inout Figures) async throws -> Void
  }

  /// Runs every part that the options ask for.
  func run() async throws -> Figures {
    var figures = Figures()
    let parts = parts.filter { $0.names.contains(where: options.includes) }
    for (number, part) in parts.enumerated() {
      progress.begin("\(number + 1) of \(parts.count)")
      try await part.run(&figures)
    }
    progress.end()
    return figures
  }

  /// Measures those decisions again, a while later, that are far outside: what shares the machine with
  /// this process can spoil all that is measured for some seconds.
  func confirm(_ figures: inout Figures) async throws {
    let decisions = DecisionBenchmark(options, progress)
    for round in 1...8 {
      let suspects = Check(figures).suspects
      guard !suspects.isEmpty else { break }
      progress.begin("round \(round)")
      try await Task.sleep(for: .seconds(4))
      for suspect in suspects {
        for again in try decisions.again(suspect) { figures.take(again) }
      }
    }
    progress.end()
  }

  private var parts: [Part] {
    let registry = RegistryBenchmark(options: options, progress: progress)
    let decisions = DecisionBenchmark(options, progress)
    let whole = WholeRequestBenchmark(options: options, progress: progress)
    let time = SimulatedTimeBenchmark(options: options, progress: progress)
    let contracts = ContractBenchmark(options: options, progress: progress)
    return [
      // First, since it is another thing once anything of StubKit has been used.
      Part(names: ["idle"]) { $0.idle = try decisions.idle() },
      Part(names: DecisionBenchmark.names) { $0.decisions = try decisions.run() },
      Part(names: ["registering"]) { $0.registering = registry.registering() },
      Part(names: ["memory"]) { $0.memory = registry.memory() },
      Part(names: ["scope"]) { $0.scopes = registry.scopes() },
      Part(names: ["whole"]) { $0.whole = try await whole.plain() },
      Part(names: ["feats"]) { $0.feats = try await whole.feats() },
      Part(names: ["careful"]) { $0.careful = try await whole.careful() },
      Part(names: ["platform"]) { $0.platform = try await whole.platform() },
      Part(names: ["scans"]) { $0.scans = try await whole.scans() },
      Part(names: ["simulated"]) { $0.simulated = try await time.run() },
      Part(names: ["contracts"]) { $0.contracts = try await contracts.run() },
    ] + serving
  }

  /// Only where its floor is at home.
  private var serving: [Part] {
    #if os(Linux)
      let benchmark = ServingBenchmark(options: options, progress: progress)
      return [Part(names: ["serving"]) { $0.serving = try benchmark.run() }]
    #else
      return []
    #endif
  }
}
