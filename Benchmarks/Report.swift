/// The figures as tables in Markdown, which read well in a terminal, too.
struct Report {
  private let figures: Figures

  init(_ figures: Figures) {
    self.figures = figures
  }

  /// The whole report.
  var text: String {
    let sections = [
      section("Nothing registered", "What a request pays for StubKit where nothing uses it.", idle),
      section(
        "At the door",
        "What a session pays to ask about one request, beside the bare cost: reading the URL once and "
          + "one look-up in a table.",
        decisions(of: .door)),
      section("In a scope, and in a bound session", "The same for a stub that answers.", briefly),
      section(
        "Inside", "The decision alone, without finding the registry.", decisions(of: .inside)),
      section(
        "Registering and removing", "What one stub costs to add or to take out.", registering),
      section("Memory", "What one stub takes, with its condition and its response.", memory),
      section("Scopes", "What `withStubs` and each `.stubbed` test cost by themselves.", scopes),
      section(
        "Whole requests",
        "Through `URLSession`, beside the floor: a protocol of forty lines written by hand. More "
          + "throughput is better, less CPU time is.",
        whole(figures.whole, beside: "floor")),
      section(
        "More than a plain answer", "The same for responses that take more than one step.",
        whole(figures.feats, beside: "floor")),
      section(
        "With the same care",
        "Beside a floor that answers a turn later, as a cancel straight after `resume()` needs it, and for a "
          + "closure from another thread.",
        whole(figures.careful, beside: "floor")),
      section(
        "What the platform leaves",
        "The least that one can write, which answers a turn later, makes its response once and whose session has "
          + "no cache, beside the floor.",
        whole(figures.platform, of: "the least", beside: "floor")),
      section(
        "By the number of stubs",
        "Whole requests beside a protocol that asks one closure after the other.",
        whole(figures.scans, beside: "scan")),
      section(
        "Simulated time", "What it costs in real time, and is to cost at most.",
        held(figures.simulated, "simulated")),
      section(
        "A server", "What it costs beside a loop of fifty lines that sends the same bytes.",
        held(figures.serving, "serving")),
      section(
        "Contracts",
        "What it costs to hold exchanges against a description, and is to cost at most.",
        held(figures.contracts, "a contract")),
    ]
    return (sections + [Summary(figures).text]).filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  private func section(_ title: String, _ sentence: String, _ body: String) -> String {
    body.isEmpty ? "" : "## \(title)\n\n\(sentence)\n\n\(body)"
  }

  private var idle: String {
    guard let idle = figures.idle else { return "" }
    return "\(idle.door.text) ns at the door, \(idle.inside.text) ns inside, beside a bare cost of "
      + "\(idle.bare.text) ns."
  }

  /// One line for each family and number of stubs; the ranges are in the JSON file.
  private func decisions(of way: Way) -> String {
    var rows: [[String]] = []
    for family in Family.all {
      let found = figures.decisions.filter { $0.way == way.rawValue && $0.family == family.name }
      for count in Set(found.map(\.stubs)).sorted() {
        rows.append(row(found.filter { $0.stubs == count }, withScan: way == .door))
      }
    }
    let scan = way == .door ? ["scan of closures, none, ns", "scan ÷ door"] : []
    return table(
      ["\(way): family", "stubs", "bare, ns"] + Target.allCases.map { "\($0), ns (÷ bare)" }
        + ["allocations"] + scan,
      rows)
  }

  private func row(_ figures: [Figures.Decision], withScan: Bool) -> [String] {
    guard let none = figures.first(where: { $0.target == Target.none.rawValue }) else { return [] }
    let costs = figures.map { "\($0.cost.median.text) (\($0.ratio.median.text))" }
    // What passes is written down, which is more than a decision.
    let allocations = figures.filter { $0.target != none.target }.compactMap(\.allocations).max()
    let scan = [
      none.scan?.median.text ?? "", none.scan.map { ($0.median / none.cost.median).text } ?? "",
    ]
    return [none.family, none.stubs.grouped, none.bare.median.text] + costs
      + [allocations?.text ?? "?"] + (withScan ? scan : [])
  }

  private var briefly: String {
    table(
      ["hit", "family", "stubs", "bare, ns", "newest, ns (÷ bare)", "allocations"],
      figures.decisions.filter { Way(rawValue: $0.way)?.isShownBriefly ?? false }.map { figure in
        [
          figure.way == Way.scope.rawValue ? "in a scope" : "in a bound session", figure.family,
          figure.stubs.grouped, figure.bare.median.text,
          "\(figure.cost.median.text) (\(figure.ratio.median.text))",
          figure.allocations?.text ?? "?",
        ]
      })
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

  private var scopes: String {
    table(
      ["a scope", "each, µs", "bytes for good"],
      figures.scopes.map { figure in
        let cost = figure.cost
        return [
          figure.what,
          "\((cost.median / 1e3).text) (\((cost.minimum / 1e3).text)–\((cost.maximum / 1e3).text))",
          figure.bytes?.text ?? "?",
        ]
      })
  }

  private func whole(
    _ figures: [Figures.Whole], of one: String = "StubKit", beside other: String
  ) -> String {
    table(
      [
        "session, client", "stubs", "at once", "\(one), requests/s", "\(other), requests/s",
        "throughput ÷ \(other)", "CPU, µs (÷ \(other))", "allocations (\(other))",
      ],
      figures.map { figure in
        let allocations = [figure.stubKit, figure.floor].map { $0.allocations?.text ?? "?" }
        return [
          figure.place.what, figure.place.stubs.grouped, "\(figure.place.atOnce)",
          figure.stubKit.throughput.median.text, figure.floor.throughput.median.text,
          figure.ratio.text,
          "\((figure.stubKit.processor.median / 1e3).text) (\(figure.processorRatio.median.text))",
          "\(allocations[0]) (\(allocations[1]))",
        ]
      })
  }

  private func held(_ figures: [Figures.Held], _ title: String) -> String {
    table(
      [title, "cost", "to hold"],
      figures.map {
        [$0.what, "\($0.cost.text) \($0.unit)", "\($0.limit.text) \($0.unit)"]
      })
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
    guard self > 0 else { return "0" }
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
