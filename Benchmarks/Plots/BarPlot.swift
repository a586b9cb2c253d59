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

  private let frame = (left: 330.0, right: 700.0, top: 50.0)
  /// Where the axis ends.
  private static let end = 2.0
  private let pitch = 30.0

  /// The plot as a document.
  var svg: String {
    let bottom = frame.top + Double(bars.count) * pitch
    var svg = SVG(width: 880, height: Int(bottom) + 60)
    svg.text(title, (20, 28), class: "title")
    for step in 0...10 {
      let value = Double(step) / 5
      svg.line((x(value), frame.top), (x(value), bottom), class: step == 5 ? "axis" : "grid")
      svg.text(value.text, (x(value), bottom + 18), anchor: "middle")
    }
    svg.text(
      "throughput, where 1 is that of the protocol written by hand",
      ((frame.left + frame.right) / 2, bottom + 42),
      anchor: "middle")
    for (number, bar) in bars.enumerated() {
      let y = frame.top + (Double(number) + 0.5) * pitch
      svg.text(bar.name, (frame.left - 10, y + 4), anchor: "end")
      svg.bar(
        x: frame.left, y: y - 9, width: x(bar.value) - frame.left, height: 18, class: "c0dot")
      svg.line((x(min(bar.low, Self.end)), y), (x(min(bar.high, Self.end)), y), class: "range")
      svg.text(
        "\(bar.value.text) (\(bar.low.text)–\(bar.high.text))", (x(Self.end) + 8, y + 4),
        class: "small")
    }
    return svg.document
  }

  private func x(_ value: Double) -> Double {
    frame.left + value / Self.end * (frame.right - frame.left)
  }
}
