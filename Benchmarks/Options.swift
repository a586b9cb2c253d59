/// What the command line asks for.
struct Options {
  /// How thorough a run is.
  enum Depth {
    /// Under a minute, for CI.
    case quick
    /// A few minutes.
    case usual
    /// With a million stubs.
    case full
  }

  private(set) var depth = Depth.usual
  /// Whether numbers that are far outside what is to be held make the run fail.
  private(set) var checks = false
  /// Where the figures are written as JSON.
  private(set) var jsonFile: String?
  /// Where the plots are written.
  private(set) var plotFolder: String?
  /// Only parts whose names contain this are run.
  private(set) var filter: String?
  private(set) var asksForHelp = false

  /// A command line that cannot be understood.
  struct Mistake: Error {
    let description: String
  }

  init(_ arguments: [String]) throws(Mistake) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--quick": depth = .quick
      case "--full": depth = .full
      case "--check": checks = true
      case "--json": jsonFile = try Self.value(of: argument, &rest)
      case "--plot": plotFolder = try Self.value(of: argument, &rest)
      case "--filter": filter = try Self.value(of: argument, &rest)
      case "--help", "-h": asksForHelp = true
      default: throw Mistake(description: "there is no option \(argument)")
      }
    }
  }

  private static func value(
    of option: String, _ rest: inout ArraySlice<String>
  ) throws(Mistake) -> String {
    guard let value = rest.popFirst(), !value.hasPrefix("--") else {
      throw Mistake(description: "\(option) needs a value")
    }
    return value
  }

  /// Whether a part of the benchmark is to be run.
  func includes(_ name: String) -> Bool {
    filter.map { name.contains($0) } ?? true
  }

  /// The numbers of stubs to measure with.
  var counts: [Int] {
    switch depth {
    case .quick: [1, 100, 10_000]
    case .usual: [1, 10, 100, 1_000, 10_000, 100_000]
    case .full: [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000]
    }
  }

  /// How often everything is measured.
  var repetitions: Int {
    depth == .quick ? 15 : 31
  }

  /// How to call the benchmark.
  static let help = """
    Usage: swift run -c release StubKitBenchmarks [options]

      --quick          a minute or two: fewer numbers of stubs, fewer repetitions
      --full           with a million stubs, too
      --filter NAME    only what has NAME in its name: decision, a family such as header,
                       idle, registering, memory, scope, whole, feats, careful, platform, scans,
                       simulated, contracts, serving
      --json FILE      write all figures to FILE
      --plot FOLDER    write the plots (SVG) to FOLDER
      --check          exit with 1 if a figure is far outside what is to be held
      --help           show this
    """
}
