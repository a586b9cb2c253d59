/// A drawing, built up element by element, that reads in light and in dark surroundings.
struct SVG {
  private let width: Int
  private let height: Int
  private var elements: [String] = []

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// Draws a straight line.
  mutating func line(_ from: (Double, Double), _ to: (Double, Double), class name: String) {
    elements.append(
      "<line class=\"\(name)\" x1=\"\(from.0.place)\" y1=\"\(from.1.place)\" "
        + "x2=\"\(to.0.place)\" y2=\"\(to.1.place)\"/>")
  }

  /// Draws a line through points.
  mutating func curve(_ points: [(Double, Double)], class name: String) {
    let text = points.map { "\($0.0.place),\($0.1.place)" }.joined(separator: " ")
    elements.append("<polyline class=\"\(name)\" points=\"\(text)\"/>")
  }

  /// Draws a dot.
  mutating func dot(_ center: (Double, Double), class name: String) {
    elements.append(
      "<circle class=\"\(name)\" cx=\"\(center.0.place)\" cy=\"\(center.1.place)\" r=\"3\"/>")
  }

  /// Draws a filled rectangle.
  mutating func bar(x: Double, y: Double, width: Double, height: Double, class name: String) {
    elements.append(
      "<rect class=\"\(name)\" x=\"\(x.place)\" y=\"\(y.place)\" width=\"\(width.place)\" "
        + "height=\"\(height.place)\"/>")
  }

  /// Writes text; `anchor` is `start`, `middle` or `end`.
  mutating func text(
    _ text: String, _ place: (Double, Double), anchor: String = "start", class name: String = "",
    turned: Bool = false
  ) {
    let turn = turned ? " transform=\"rotate(-90 \(place.0.place) \(place.1.place))\"" : ""
    let escaped = text.split(separator: "&", omittingEmptySubsequences: false)
      .joined(separator: "&amp;")
    elements.append(
      "<text class=\"\(name)\" x=\"\(place.0.place)\" y=\"\(place.1.place)\" "
        + "text-anchor=\"\(anchor)\"\(turn)>\(escaped)</text>")
  }

  /// The whole drawing as a document.
  var document: String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" \
    height="\(height)">
    <style>\(Self.style)</style>
    <rect class="ground" width="\(width)" height="\(height)"/>
    \(elements.joined(separator: "\n"))
    </svg>

    """
  }

  private static let style: String = {
    let light = ["#0969da", "#1a7f37", "#8250df", "#bc4c00", "#cf222e", "#0a7b83"]
    let dark = ["#58a6ff", "#3fb950", "#bc8cff", "#f0883e", "#ff7b72", "#39c5cf"]
    func colours(_ colours: [String]) -> String {
      colours.enumerated().map {
        ".c\($0)line{stroke:\($1)}.c\($0)dash{stroke:\($1)}.c\($0)dot{fill:\($1)}"
      }.joined()
    }
    return "text{font:13px system-ui,sans-serif;fill:#1f2328}.title{font-size:16px;font-weight:600}"
      + ".small{font-size:12px}.ground{fill:#fff}.grid{stroke:#d1d9e0}.axis{stroke:#59636e}"
      + "polyline{fill:none;stroke-width:2}[class$=dash]{stroke-dasharray:6 4}"
      + "[class$=line],[class$=dash]{stroke-width:2}.range{stroke:#1f2328}" + colours(light)
      + "@media (prefers-color-scheme:dark){text{fill:#e6edf3}.ground{fill:#0d1117}"
      + ".grid{stroke:#30363d}.axis{stroke:#9198a1}.range{stroke:#e6edf3}\(colours(dark))}"
  }()
}

extension Double {
  /// The number as a coordinate, to a tenth.
  fileprivate var place: String { "\((self * 10).rounded() / 10)" }
}
