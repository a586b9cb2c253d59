/// What the figures mean, in a few lines for whoever reads nothing else.
struct Summary {
  private let figures: Figures

  init(_ figures: Figures) {
    self.figures = figures
  }

  /// The lines under their title; empty if nothing was measured that they are about.
  var text: String {
    let lines = [decision, growth, scan, whole, memory].compactMap(\.self)
    return lines.isEmpty ? "" : "## In short\n\n" + lines.map { "- \($0)" }.joined(separator: "\n")
  }

  /// Host, path and method at the door.
  private var plain: [Figures.Decision] {
    figures.decisions.filter { $0.way == Way.door.rawValue && $0.family == Family.all[0].name }
  }

  private var decision: String? {
    guard let hit = plain.first(where: { $0.target == Target.newest.rawValue }) else { return nil }
    return
      "To find the stub of a request takes \(hit.cost.median.text) ns, \(hit.ratio.median.text) "
      + "times as long as to read the request's URL and look up one key."
  }

  private var growth: String? {
    let hits = plain.filter { $0.target == Target.newest.rawValue }
    guard let few = hits.min(by: { $0.stubs < $1.stubs }),
      let many = hits.max(by: { $0.stubs < $1.stubs }), few.stubs < many.stubs
    else { return nil }
    return "With \(many.stubs.grouped) stubs it takes "
      + "\((many.ratio.median / few.ratio.median).text) times as long as with \(few.stubs.grouped)."
  }

  private var scan: String? {
    let misses = plain.filter { $0.target == Target.none.rawValue && $0.scan != nil }
    guard let most = misses.max(by: { $0.stubs < $1.stubs }), let scan = most.scan else {
      return nil
    }
    return "Asking \(most.stubs.grouped) closures one after the other takes "
      + "\((scan.median / most.cost.median).text) times as long."
  }

  private var whole: String? {
    guard let first = figures.whole.first else { return nil }
    return
      "A whole request (\(first.place)) is answered \(first.ratio.median.text) times as often a "
      + "second as by a protocol written by hand, with \(first.processorRatio.median.text) of its CPU "
      + "time."
  }

  private var memory: String? {
    figures.memory.first.map { "A stub takes \($0.bytesPerStub.text) bytes (\($0.family))." }
  }
}
