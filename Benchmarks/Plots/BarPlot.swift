/// Bars from 0, with a line for what is compared with.
struct BarPlot {
  /// A bar and the range of what was measured.
  struct Bar {
    let name: String
    let value: Double
    let low: Double
    let high: Double
  }

  let title: String
  let bars: [Bar]

  private let top = 50.0
  private let pitch = 30.0
  private let width = 370.0
  /// Where the axis ends.
  private static let end = 2.0
  /// The width of a letter in the widest of the usual fonts.
  private static let letter = 7.2

  /// The left end of the bars, to the right of the longest name.
  private var left: Double {
    30 + Double(bars.map(\.name.count).max() ?? 0) * Self.letter
  }

  /// The plot as a document.
  var svg: String {
    let bottom = top + Double(bars.count) * pitch
    let figures = bars.map { "\($0.value.text) (\($0.low.text)–\($0.high.text))" }
    let room = Double(figures.map(\.count).max() ?? 0) * Self.letter
    var svg = SVG(width: Int(left + width + room) + 28, height: Int(bottom) + 60)
    svg.text(title, (20, 28), class: "title")
    for step in 0...10 {
      let value = Double(step) / 5
      svg.line((x(value), top), (x(value), bottom), class: step == 5 ? "axis" : "grid")
      svg.text(value.text, (x(value), bottom + 18), anchor: "middle")
    }
    svg.text(
      "throughput, where 1 is that of the protocol written by hand",
      (left + width / 2, bottom + 42), anchor: "middle")
    for (number, (bar, figures)) in zip(bars, figures).enumerated() {
      let y = top + (Double(number) + 0.5) * pitch
      svg.text(bar.name, (left - 10, y + 4), anchor: "end")
      svg.bar(x: left, y: y - 9, width: x(bar.value) - left, height: 18, class: "c0dot")
      svg.line((x(bar.low), y), (x(bar.high), y), class: "range")
      svg.text(figures, (x(Self.end) + 8, y + 4), class: "small")
    }
    return svg.document
  }

  /// Where a value stands; one beyond the axis stands at its end.
  private func x(_ value: Double) -> Double {
    left + min(value, Self.end) / Self.end * width
  }
}
