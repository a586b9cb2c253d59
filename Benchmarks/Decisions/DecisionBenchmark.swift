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

  /// The names of all that it can measure.
  static let names = Way.allCases.flatMap { way in families(of: way).map { name(way, $0) } }

  private static func name(_ way: Way, _ family: Family) -> String {
    "decision \(way) \(family.name)"
  }

  private static func families(of way: Way) -> [Family] {
    way.isShownBriefly ? [Family.all[0]] : Family.all
  }

  /// Measures every way, every family and every number of stubs.
  func run() throws -> [Figures.Decision] {
    var figures: [Figures.Decision] = []
    for way in Way.allCases {
      for family in Self.families(of: way) where options.includes(Self.name(way, family)) {
        for count in options.counts where count <= family.largest {
          progress.show("decision: \(way), \(family.name), \(count) stubs")
          figures += try self.figures(
            way, family, count, way.isShownBriefly ? [.newest] : Target.allCases)
        }
      }
    }
    return figures
  }

  /// Measures a decision again, without the scan.
  func again(_ figure: Figures.Decision) throws -> [Figures.Decision] {
    guard let way = Way(rawValue: figure.way), let target = Target(rawValue: figure.target),
      let family = Family.all.first(where: { $0.name == figure.family })
    else { return [] }
    progress.show("again: \(figure.place)")
    return try self.figures(way, family, figure.stubs, [target], scans: false)
  }

  /// Measures the door while nothing is registered, which has to come first in a process.
  func idle() throws -> Figures.Idle {
    progress.show("idle: nothing registered")
    let requests = [request("https://api.example.com/v1/items/17")]
    let registry = StubRegistry(unmatched: .passThrough)
    var (door, inside, bare) = ([Double](), [Double](), [Double]())
    for _ in 0..<options.repetitions {
      bare.append(Self.cost(of: requests, rounds: 10_000) { self.bare.look(at: $0) })
      door.append(Self.cost(of: requests, rounds: 50_000) { StubURLProtocol.canInit(with: $0) })
      inside.append(Self.cost(of: requests, rounds: 50_000) { registry.answers($0) })
    }
    return Figures.Idle(door: Sample(door), inside: Sample(inside), bare: Sample(bare))
  }

  private func figures(
    _ way: Way, _ family: Family, _ count: Int, _ targets: [Target], scans: Bool = true
  ) throws -> [Figures.Decision] {
    // How others do it does not depend on the way.
    let scanned = scans && way == .door && count <= family.largestScan ? count : 0
    let scan = ClosureScan(scanned, of: family)
    return try way.withRegistry { registry, ask in
      for number in 0..<count {
        registry.stub(condition: family.condition(number), response: .status(200))
      }
      return try targets.map { target in
        let requests = target.requests(of: family, count)
        // A request that is handed over and never loaded waits for ever for its instance: no other
        // may be made in its place.
        if way == .scope { _ = Unmanaged.passRetained(Kept(requests)) }
        try validate(ask, scan, requests, target, family)
        return measure(way, ask, scan, requests, target, family, count)
      }
    }
  }

  /// Requests that are never let go of.
  private final class Kept {
    let requests: [URLRequest]
    init(_ requests: [URLRequest]) { self.requests = requests }
  }

  /// Makes sure that what is timed gives the right answers.
  private func validate(
    _ ask: Way.Ask, _ scan: ClosureScan, _ requests: [URLRequest], _ target: Target,
    _ family: Family
  ) throws {
    for request in requests.prefix(20) {
      let isExpected = target != .none
      guard ask(request) == isExpected, scan.isEmpty || scan.answers(request) == isExpected
      else { throw WrongAnswer(family: family.name, request: "\(request)") }
    }
  }

  private func measure(
    _ way: Way, _ ask: Way.Ask, _ scan: ClosureScan, _ requests: [URLRequest], _ target: Target,
    _ family: Family, _ count: Int
  ) -> Figures.Decision {
    var (cost, bare, ratio, scanned) = ([Double](), [Double](), [Double](), [Double]())
    let once = Self.cost(of: requests, rounds: 1, ask)
    let rounds = Self.rounds(for: once * Double(requests.count), in: Self.batch)
    let bareRounds = Self.rounds(for: 100 * Double(requests.count), in: Self.batch)
    for _ in 0..<options.repetitions {
      bare.append(Self.cost(of: requests, rounds: bareRounds) { self.bare.look(at: $0) })
      cost.append(Self.cost(of: requests, rounds: rounds, ask))
      ratio.append(cost[cost.count - 1] / bare[bare.count - 1])
    }
    if !scan.isEmpty {
      let few = Array(requests.prefix(max(1, 1_000 / count)))
      for _ in 0..<3 { scanned.append(Self.cost(of: few, rounds: 1) { scan.answers($0) }) }
    }
    let allocations = Allocations.count {
      for request in requests { Self.keep(ask(request)) }
    }
    return Figures.Decision(
      way: way.rawValue, family: family.name, stubs: count, target: target.rawValue,
      cost: Sample(cost), bare: Sample(bare), ratio: Sample(ratio),
      scan: scanned.isEmpty ? nil : Sample(scanned),
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
