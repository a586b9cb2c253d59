import Foundation

/// Curves on two logarithmic axes, so that a constant cost is flat and a scan goes up.
struct CurvePlot {
  /// One curve; the dashed ones are what the solid ones of the same name are compared with.
  struct Curve {
    let name: String
    let isDashed: Bool
    let points: [(x: Double, y: Double)]
  }

  let title: String
  let horizontal: String
  let vertical: String
  let curves: [Curve]

  private let frame = (left: 80.0, top: 50.0, right: 600.0, bottom: 440.0)

  /// The plot as a document.
  var svg: String {
    var svg = SVG(width: 780, height: 500)
    svg.text(title, (frame.left, 28), class: "title")
    drawAxes(&svg)
    let names = curves.reduce(into: [String]()) { if !$0.contains($1.name) { $0.append($1.name) } }
    for curve in curves {
      let colour = names.firstIndex(of: curve.name) ?? 0
      let points = curve.points.map(place)
      svg.curve(points, class: "c\(colour)\(curve.isDashed ? "dash" : "line")")
      for point in points { svg.dot(point, class: "c\(colour)dot") }
    }
    drawLegend(&svg, names)
    return svg.document
  }

  private var xRange: ClosedRange<Double> { range(of: curves.flatMap { $0.points.map(\.x) }) }
  private var yRange: ClosedRange<Double> { range(of: curves.flatMap { $0.points.map(\.y) }) }

  /// The powers of ten around some values, as exponents.
  private func range(of values: [Double]) -> ClosedRange<Double> {
    let low = log10(values.min() ?? 1).rounded(.down)
    return low...max(low + 1, log10(values.max() ?? 10).rounded(.up))
  }

  private func place(_ point: (x: Double, y: Double)) -> (Double, Double) {
    let x = (log10(point.x) - xRange.lowerBound) / (xRange.upperBound - xRange.lowerBound)
    let y = (log10(point.y) - yRange.lowerBound) / (yRange.upperBound - yRange.lowerBound)
    return (
      frame.left + x * (frame.right - frame.left), frame.bottom - y * (frame.bottom - frame.top)
    )
  }

  private func drawAxes(_ svg: inout SVG) {
    for exponent in stride(from: xRange.lowerBound, through: xRange.upperBound, by: 1) {
      let x = place((pow(10, exponent), pow(10, yRange.lowerBound))).0
      svg.line((x, frame.top), (x, frame.bottom), class: "grid")
      svg.text(Int(pow(10, exponent)).grouped, (x, frame.bottom + 20), anchor: "middle")
    }
    for exponent in stride(from: yRange.lowerBound, through: yRange.upperBound, by: 1) {
      let y = place((pow(10, xRange.lowerBound), pow(10, exponent))).1
      svg.line((frame.left, y), (frame.right, y), class: "grid")
      svg.text(Self.time(exponent), (frame.left - 8, y + 4), anchor: "end")
    }
    svg.line((frame.left, frame.bottom), (frame.right, frame.bottom), class: "axis")
    svg.line((frame.left, frame.top), (frame.left, frame.bottom), class: "axis")
    let middle = (x: (frame.left + frame.right) / 2, y: (frame.top + frame.bottom) / 2)
    svg.text(horizontal, (middle.x, frame.bottom + 44), anchor: "middle")
    svg.text(vertical, (20, middle.y), anchor: "middle", turned: true)
  }

  private func drawLegend(_ svg: inout SVG, _ names: [String]) {
    var y = frame.top + 10
    for (isDashed, heading) in [(false, "StubKit"), (true, "scan of closures")] {
      svg.text(heading, (frame.right + 16, y + 4))
      y += 20
      for (colour, name) in names.enumerated() {
        guard curves.contains(where: { $0.name == name && $0.isDashed == isDashed }) else {
          continue
        }
        svg.line(
          (frame.right + 16, y), (frame.right + 44, y),
          class: "c\(colour)\(isDashed ? "dash" : "line")")
        svg.text(name, (frame.right + 52, y + 4), class: "small")
        y += 18
      }
      y += 14
    }
  }

  /// A power of ten nanoseconds in the unit that suits it.
  private static func time(_ exponent: Double) -> String {
    let units = ["ns", "µs", "ms", "s"]
    let unit = min(max(0, Int(exponent) / 3), units.count - 1)
    return "\(Int(pow(10, exponent - Double(unit * 3)))) \(units[unit])"
  }
}
