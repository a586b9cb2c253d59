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
    if options.includes("idle") { figures.idle = registry.idle() }
    figures.decisions = try DecisionBenchmark(options, progress).run()
    if options.includes("registering") { figures.registering = registry.registering() }
    if options.includes("memory") { figures.memory = registry.memory() }
    if options.includes("whole") {
      figures.whole = try await WholeRequestBenchmark(options: options, progress: progress).run()
    }
    if options.includes("simulated") {
      figures.simulated = try await SimulatedHourBenchmark(options: options, progress: progress)
        .run()
    }
    progress.end()
    return figures
  }
}
