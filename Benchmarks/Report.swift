/// The figures as tables in Markdown, which read well in a terminal, too.
struct Report {
  private let figures: Figures

  init(_ figures: Figures) {
    self.figures = figures
  }

  /// The whole report.
  var text: String {
    [idle, decisions, registering, memory, whole, simulated].filter { !$0.isEmpty }
      .joined(separator: "\n\n")
  }

  private var idle: String {
    guard let idle = figures.idle else { return "" }
    return "Nothing registered: \(idle.text) ns"
  }

  /// One line for each family and number of stubs; the ranges are in the JSON file.
  private var decisions: String {
    var rows: [[String]] = []
    for family in Family.all {
      let found = figures.decisions.filter { $0.family == family.name }
      for count in Set(found.map(\.stubs)).sorted() {
        rows.append(row(found.filter { $0.stubs == count }))
      }
    }
    return table(
      ["family", "stubs", "bare, ns"] + Target.allCases.map { "\($0), ns (÷ bare)" }
        + ["allocations", "scan of closures, none, ns", "scan ÷ index"],
      rows)
  }

  private func row(_ figures: [Figures.Decision]) -> [String] {
    guard let none = figures.first(where: { $0.target == Target.none.rawValue }) else { return [] }
    let costs = figures.map { "\($0.index.median.text) (\($0.ratio.median.text))" }
    let allocations = figures.compactMap(\.allocations).max()
    return [none.family, none.stubs.grouped, none.bare.median.text] + costs + [
      allocations?.text ?? "?", none.scan?.median.text ?? "",
      none.scan.map { ($0.median / none.index.median).text } ?? "",
    ]
  }

  private var registering: String {
    table(
      ["what", "stubs", "each, ns", "all, ms"],
      figures.registering.map { figure in
        [
          figure.what, figure.stubs.grouped, figure.cost.text,
          (figure.cost.median * Double(figure.stubs) / 1e6).text,
        ]
      })
  }

  private var memory: String {
    table(
      ["family", "stubs", "bytes per stub"],
      figures.memory.map { [$0.family, $0.stubs.grouped, $0.bytesPerStub.text] })
  }

  private var whole: String {
    table(
      ["stubs", "at once", "StubKit, requests/s", "floor, requests/s", "StubKit ÷ floor"],
      figures.whole.map { figure in
        [
          figure.stubs.grouped, "\(figure.atOnce)", figure.stubKit.text, figure.floor.text,
          figure.ratio.text,
        ]
      })
  }

  private var simulated: String {
    table(
      ["simulated", "wall time, s"],
      figures.simulated.map { [$0.what, $0.seconds.text] })
  }

  private func table(_ head: [String], _ rows: [[String]]) -> String {
    guard !rows.isEmpty else { return "" }
    let widths = head.indices.map { column in ([head] + rows).map { $0[column].count }.max() ?? 0 }
    func line(_ cells: [String]) -> String {
      let padded = zip(cells, widths).map { cell, width in
        cell + String(repeating: " ", count: width - cell.count)
      }
      return "| " + padded.joined(separator: " | ") + " |"
    }
    let rule =
      "|" + widths.map { String(repeating: "-", count: $0 + 2) }.joined(separator: "|") + "|"
    return ([line(head), rule] + rows.map(line)).joined(separator: "\n")
  }
}

extension Sample {
  /// The median with the smallest and the largest value.
  var text: String { "\(median.text) (\(minimum.text)–\(maximum.text))" }
}

extension Double {
  /// The number with about three digits that count.
  var text: String {
    guard self != 0 else { return "0" }
    if self >= 100 { return Int(rounded()).grouped }
    let scale = self >= 10 ? 10.0 : self >= 1 ? 100 : 1_000
    return "\((self * scale).rounded() / scale)"
  }
}

extension Int {
  /// The number with a comma between thousands.
  var grouped: String {
    let digits = Array(String(self))
    return String(
      digits.indices.reversed().reduce(into: "") { text, index in
        let place = digits.count - 1 - index
        text = "\(digits[index])" + (place > 0 && place.isMultiple(of: 3) ? "," : "") + text
      })
  }
}
