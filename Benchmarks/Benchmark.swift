/// The whole benchmark, part by part.
struct Benchmark {
  private let options: Options
  private let progress = Progress()

  init(_ options: Options) {
    self.options = options
  }

  /// Runs every part that the options ask for.
  func run() async throws -> Figures {
    var figures = Figures()
    let registry = RegistryBenchmark(options: options, progress: progress)
    let decisions = DecisionBenchmark(options, progress)
    let whole = WholeRequestBenchmark(options: options, progress: progress)
    // First, since it is another thing once anything of StubKit has been used.
    if options.includes("idle") { figures.idle = try decisions.idle() }
    figures.decisions = try decisions.run()
    if options.includes("registering") { figures.registering = registry.registering() }
    if options.includes("memory") { figures.memory = registry.memory() }
    if options.includes("scope") { figures.scopes = registry.scopes() }
    if options.includes("whole") { figures.whole = try await whole.plain() }
    if options.includes("feats") { figures.feats = try await whole.feats() }
    if options.includes("scans") { figures.scans = try await whole.scans() }
    if options.includes("simulated") {
      figures.simulated = try await SimulatedHourBenchmark(options: options, progress: progress)
        .run()
    }
    progress.end()
    return figures
  }
}
