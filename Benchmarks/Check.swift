/// The figures against the numbers to hold, with margins wide enough for a noisy machine.
struct Check {
  private let figures: Figures
  /// How far outside a ratio must be.
  private static let margin = 2.0

  init(_ figures: Figures) {
    self.figures = figures
  }

  /// A sentence for each figure that is far outside.
  var failures: [String] {
    decisions + growth + scans + idle + registering + whole + simulated
  }

  private var decisions: [String] {
    figures.decisions.flatMap { figure -> [String] in
      guard let bound = Family.all.first(where: { $0.name == figure.family })?.bound else {
        return []
      }
      let place = "\(figure.family), \(figure.stubs) stubs, \(figure.target)"
      var failures: [String] = []
      if figure.ratio.median > bound.ratio * Self.margin {
        failures.append(
          "\(place): \(figure.ratio.median.text) × the bare cost, to hold \(bound.ratio)")
      }
      if bound.forbidsAllocation, let allocations = figure.allocations, allocations > 0.01 {
        failures.append("\(place): \(allocations.text) heap allocations, to hold none")
      }
      return failures
    }
  }

  /// The largest number of stubs against a single one.
  private var growth: [String] {
    figures.decisions.compactMap { figure in
      guard figure.stubs > 1, Family.all.first(where: { $0.name == figure.family })?.bound != nil,
        let one = figures.decisions.first(where: {
          $0.stubs == 1 && $0.family == figure.family && $0.target == figure.target
        }), figure.ratio.median > one.ratio.median * 1.5 * Self.margin
      else { return nil }
      let growth = figure.ratio.median / one.ratio.median
      return "\(figure.family), \(figure.stubs) stubs, \(figure.target): \(growth.text) × the cost "
        + "with one stub, to hold 1.5"
    }
  }

  private var scans: [String] {
    figures.decisions.compactMap { figure in
      guard figure.stubs == 10_000, figure.target == "none", let scan = figure.scan else {
        return nil
      }
      let factor = scan.median / figure.index.median
      guard factor < 10_000 / (Self.margin * 2) else { return nil }
      return "\(figure.family), no match: \(factor.text) times faster than a scan of 10,000 "
        + "closures, to hold 10,000"
    }
  }

  private var idle: [String] {
    guard let idle = figures.idle, let bare = figures.decisions.first?.bare else { return [] }
    let ratio = idle.median / bare.median
    guard ratio > 0.125 * Self.margin * 2 else { return [] }
    return ["nothing registered: \(ratio.text) × the bare cost, to hold 0.125"]
  }

  private var registering: [String] {
    // 2 µs each are 25 times the bare cost where the numbers to hold were found.
    guard let bare = figures.decisions.first?.bare else { return [] }
    return figures.registering.compactMap { figure in
      let ratio = figure.cost.median / bare.median
      // Making the conditions is not the registry's work.
      guard !figure.what.contains("conditions, too"), ratio > 25 * Self.margin * 2 else {
        return nil
      }
      return "\(figure.what): \(ratio.text) × the bare cost each, to hold 25"
    }
  }

  private var whole: [String] {
    figures.whole.compactMap { figure in
      // Most of a request is the hand-over between threads, which a busy machine makes a lottery:
      // medians between 0.53 and 1.0 were seen for the same program.
      guard figure.ratio.median < 0.95 / (Self.margin * 1.2) else { return nil }
      return "whole requests, \(figure.stubs) stubs, \(figure.atOnce) at once: "
        + "\(figure.ratio.median.text) of the floor's throughput, to hold 0.95"
    }
  }

  private var simulated: [String] {
    figures.simulated.compactMap { figure in
      guard figure.seconds.median > 1 * Self.margin else { return nil }
      return "\(figure.what): \(figure.seconds.median.text) s, to hold 1 s"
    }
  }
}
