import Foundation
import StubKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The cost of deciding whether a request is answered, by the number and the kind of the stubs.
struct DecisionBenchmark {
  let options: Options
  let progress: Progress
  private let bare = BareCost()
  /// The nanoseconds that one measurement takes: so short that the system rarely interrupts it.
  private static let batch = 4e5

  init(_ options: Options, _ progress: Progress) {
    self.options = options
    self.progress = progress
  }

  /// Measures every family with every number of stubs.
  func run() throws -> [Figures.Decision] {
    var figures: [Figures.Decision] = []
    for family in Family.all where options.includes("decision \(family.name)") {
      for count in options.counts where count <= family.largest {
        progress.show("decision: \(family.name), \(count) stubs")
        figures += try figure(family, count)
      }
    }
    return figures
  }

  private func figure(_ family: Family, _ count: Int) throws -> [Figures.Decision] {
    let registry = StubRegistry(unmatched: .passThrough)
    for number in 0..<count {
      registry.stub(condition: family.condition(number), response: .status(200))
    }
    let scan = ClosureScan(count <= family.largestScan ? count : 0, of: family)
    let figures = try Target.allCases.map { target in
      let requests = target.requests(of: family, count)
      try validate(registry, scan, requests, target, family)
      return measure(registry, scan, requests, target, family, count)
    }
    registry.removeAll()
    return figures
  }

  /// Makes sure that what is timed gives the right answers.
  private func validate(
    _ registry: StubRegistry, _ scan: ClosureScan, _ requests: [URLRequest], _ target: Target,
    _ family: Family
  ) throws {
    for request in requests.prefix(20) {
      let isExpected = target != .none
      guard registry.answers(request) == isExpected,
        scan.isEmpty || scan.answers(request) == isExpected
      else { throw WrongAnswer(family: family.name, request: "\(request)") }
    }
  }

  private func measure(
    _ registry: StubRegistry, _ scan: ClosureScan, _ requests: [URLRequest], _ target: Target,
    _ family: Family, _ count: Int
  ) -> Figures.Decision {
    var (index, bare, ratio, scanned) = ([Double](), [Double](), [Double](), [Double]())
    let once = Self.cost(of: requests, rounds: 1) { registry.answers($0) }
    let rounds = Self.rounds(for: once * Double(requests.count), in: Self.batch)
    let bareRounds = Self.rounds(for: 100 * Double(requests.count), in: Self.batch)
    for _ in 0..<options.repetitions {
      bare.append(Self.cost(of: requests, rounds: bareRounds) { self.bare.look(at: $0) })
      index.append(Self.cost(of: requests, rounds: rounds) { registry.answers($0) })
      ratio.append(index[index.count - 1] / bare[bare.count - 1])
    }
    if !scan.isEmpty {
      let few = Array(requests.prefix(max(1, 1_000 / count)))
      for _ in 0..<3 { scanned.append(Self.cost(of: few, rounds: 1) { scan.answers($0) }) }
    }
    let allocations = Allocations.count {
      for request in requests { Self.keep(registry.answers(request)) }
    }
    return Figures.Decision(
      family: family.name, stubs: count, target: target.rawValue, index: Sample(index),
      bare: Sample(bare), ratio: Sample(ratio), scan: scanned.isEmpty ? nil : Sample(scanned),
      allocations: allocations.map { $0 / Double(requests.count) })
  }

  /// How many rounds fill a time, at least one.
  private static func rounds(for cost: Double, in nanoseconds: Double) -> Int {
    max(1, Int(nanoseconds / max(cost, 1)))
  }

  /// The nanoseconds that a request costs, all of them asked in turn.
  @inline(__always)
  static func cost<Answer>(
    of requests: [URLRequest], rounds: Int, _ ask: (URLRequest) -> Answer
  ) -> Double {
    let time = nanoseconds {
      for _ in 0..<rounds {
        for request in requests { keep(ask(request)) }
      }
    }
    return time / Double(rounds * requests.count)
  }

  /// Uses a value, so that the compiler cannot leave out what made it.
  @inline(never)
  static func keep<Value>(_ value: Value) {}

  /// The fixtures are wrong: nothing that follows would mean anything.
  struct WrongAnswer: Error, CustomStringConvertible {
    let family: String
    let request: String
    var description: String { "the fixtures of \(family) give a wrong answer for \(request)" }
  }
}
