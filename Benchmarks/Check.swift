/// The figures against the numbers to hold, with margins wide enough for a noisy machine.
struct Check {
  private let figures: Figures
  /// How far outside a ratio must be.
  ///
  /// Costs are compared by their smallest values, which are what a machine does when nobody disturbs
  /// it: they vary by a tenth, where medians vary by a half.
  private static let margin = 1.5

  init(_ figures: Figures) {
    self.figures = figures
  }

  /// A sentence for each figure that is far outside.
  var failures: [String] {
    figures.decisions.flatMap(failures(of:)) + scans + idle + registering + memory + scopes + whole
      + held
  }

  /// The decisions that are far outside, or grow into it.
  var suspects: [Figures.Decision] { figures.decisions.filter { !failures(of: $0).isEmpty } }

  private func failures(of figure: Figures.Decision) -> [String] {
    cost(of: figure) + growth(of: figure) + rotation(of: figure)
  }

  private func failure(
    _ what: String, _ value: Double, _ unit: String, atMost limit: Double, margin: Double = margin
  ) -> [String] {
    guard value > limit * margin else { return [] }
    return ["\(what): \(value.text) \(unit), to hold \(limit.text)"]
  }

  private func cost(of figure: Figures.Decision) -> [String] {
    guard let limit = limit(of: figure) else { return [] }
    var failures = failure(
      figure.place, figure.quietRatio / haste, "× the bare cost", atMost: limit)
    if figure.isHit, let allocations = figure.allocations, allocations > 0.01 {
      failures.append("\(figure.place): \(allocations.text) heap allocations, to hold none")
    }
    return failures
  }

  /// How many times the bare cost a decision may cost; nil if nothing is held.
  private func limit(of figure: Figures.Decision) -> Double? {
    switch Way(rawValue: figure.way) {
    case .door:
      // With many requests in rotation the memory takes its time; see `rotation`.
      guard figure.target != Target.rotating.rawValue, let bound = figure.bound else { return nil }
      return figure.isHit ? bound.hit : bound.pass
    case .scope, .session: return 2.6
    case .inside, nil: return nil
    }
  }

  /// Many stubs against a single one.
  private func growth(of figure: Figures.Decision) -> [String] {
    guard figure.isHeld, figure.target != Target.rotating.rawValue,
      let one = figures.decisions.first(where: { figure.isLike($0) && $0.stubs == 1 })
    else { return [] }
    return failure(
      figure.place, figure.quietRatio / one.quietRatio, "× the cost with one stub", atMost: 1.3)
  }

  /// A thousand requests in turn over very many stubs, against the same over a thousand.
  private func rotation(of figure: Figures.Decision) -> [String] {
    guard figure.isHeld, figure.target == Target.rotating.rawValue,
      let few = figures.decisions.first(where: { figure.isLike($0) && $0.stubs == 1_000 }),
      figure.stubs > few.stubs
    else { return [] }
    return failure(
      figure.place, figure.quietRatio / few.quietRatio, "× the cost with 1,000 stubs", atMost: 1.5)
  }

  private var scans: [String] {
    figures.decisions.compactMap { figure in
      guard figure.stubs == 10_000, !figure.isHit, let scan = figure.scan else { return nil }
      let factor = scan.median / figure.cost.median
      guard factor < 10_000 / (Self.margin * 4) else { return nil }
      return "\(figure.family), no match: \(factor.text) times faster than a scan of 10,000 "
        + "closures, to hold 10,000"
    }
  }

  private var idle: [String] {
    guard let idle = figures.idle else { return [] }
    // 15 ns where the bare cost is 80.
    return failure(
      "nothing registered", idle.door.minimum / idle.bare.minimum, "× the bare cost", atMost: 0.19)
  }

  private var registering: [String] {
    // A bare cost of 80 ns belongs to the machine on which the numbers to hold were found.
    guard let bare = bareCost else { return [] }
    return figures.registering.flatMap { figure in
      failure(
        figure.what, figure.cost.minimum / bare, "× the bare cost each",
        // 600 and 3,000 ns; what is mostly the allocator's work varies more than a decision does.
        atMost: figure.what.hasPrefix("removing") ? 7.5 : 37.5, margin: Self.margin * 1.5)
    }
  }

  private var memory: [String] {
    figures.memory.prefix(1).flatMap { figure in
      failure("memory, \(figure.family)", figure.bytesPerStub, "bytes a stub", atMost: 800)
    }
  }

  private var scopes: [String] {
    guard let bare = bareCost else { return [] }
    return zip(figures.scopes, [190.0, 500]).flatMap { figure, limit in
      failure("scope, \(figure.what)", figure.cost.minimum / bare, "× the bare cost", atMost: limit)
    }
  }

  /// How much less the bare cost takes here than it counts for.
  ///
  /// Where it takes 95 ns the door takes no less than where it takes 110: there its ratio says more of the
  /// machine than of the door, and all rows would stand at the edge of their margin. That is so in all
  /// moods of a machine, which can make everything take twice as long for a while.
  private var haste: Double {
    let usualBareCost = 105.0
    return bareCost.map { max(1, usualBareCost / $0) } ?? 1
  }

  private var bareCost: Double? {
    (figures.decisions.map(\.bare) + [figures.idle?.bare].compactMap(\.self)).map(\.minimum).min()
  }

  private var whole: [String] {
    figures.whole.flatMap { figure -> [String] in
      let isBesideCache = figure.place.what.hasPrefix(SessionKind.cacheless.rawValue)
      let throughput = isBesideCache ? 0.95 : figure.place.atOnce == 1 ? 1.5 : 1
      var failures: [String] = []
      // Most of a request is the hand-over between threads, which a busy machine makes a lottery: the
      // best of each are compared, and twice the margin is allowed.
      let best = figure.stubKit.throughput.maximum / figure.floor.throughput.maximum
      if best * Self.margin * 2 < throughput {
        failures.append(
          "whole requests, \(figure.place): \(best.text) of the floor's throughput, to hold "
            + "\(throughput)")
      }
      return failures
        + failure(
          "whole requests, \(figure.place)", figure.quietProcessorRatio,
          "of the floor's CPU time", atMost: isBesideCache ? 1.1 : 0.8)
    }
  }

  private var held: [String] {
    (figures.simulated + figures.serving + figures.contracts).flatMap {
      failure($0.what, $0.cost.minimum, $0.unit, atMost: $0.limit)
    }
  }
}

extension Figures.Whole {
  /// The CPU time compared with the floor's, undisturbed.
  ///
  /// One lucky batch of the floor's spoils the quotient of the smallest values, and a machine that
  /// changes its pace spoils the pairs; hardly ever both.
  fileprivate var quietProcessorRatio: Double {
    min(stubKit.processor.minimum / floor.processor.minimum, processorRatio.median)
  }
}

extension Figures.Decision {
  /// Compared with the bare cost, both undisturbed; see `Figures.Whole.quietProcessorRatio`.
  var quietRatio: Double { min(cost.minimum / bare.minimum, ratio.median) }

  fileprivate var isHit: Bool { target != Target.none.rawValue }

  fileprivate var bound: Family.Bound? { Family.all.first { $0.name == family }?.bound }

  /// Whether it is one of those of which something is held whatever the number of stubs.
  fileprivate var isHeld: Bool { way == Way.door.rawValue && bound != nil }

  /// Whether it is the same, perhaps with another number of stubs.
  func isLike(_ other: Self) -> Bool {
    (way, family, target) == (other.way, other.family, other.target)
  }

  var place: String { "\(way), \(family), \(stubs) stubs, \(target)" }
}
