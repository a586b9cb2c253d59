/// Explains the colours and marks that occur in a picture.
struct PictureLegend {
  private let classes: Set<String>

  /// The legend for the classes that were drawn.
  init(of classes: Set<String>) {
    self.classes = classes
  }

  private enum Swatch {
    case bar
    case line(String)
    /// A line within the bar of a body.
    case within(String)
  }

  private static let entries: [(name: String, word: String, swatch: Swatch)] = [
    ("queued", "queued", .bar), ("sending", "sending", .bar), ("waiting", "waiting", .bar),
    ("head", "head", .bar), ("body", "body", .bar), ("foreignwait", "network, waiting", .bar),
    ("foreign", "network", .bar), ("piece", "next piece", .within("m7 0v10")),
    ("cross", "failed", .line("m3 1l8 8m0 -8l-8 8")), ("stop", "cancelled", .line("m7 -2v14")),
    ("open", "pending", .line("m0 5h14")), ("alarm", "unmatched", .bar),
    ("cut", "a long pause, cut", .line("m4.5 -2v14m5 -14v14")),
  ]

  /// The height of a swatch.
  private static let height = 10.0
  /// The approximate width of a letter; the gap between entries is wide enough for any font.
  private static let letter = 7.2

  /// Draws the legend in one line.
  func add(to svg: inout SVGText) {
    let entries = Self.entries.filter { classes.contains($0.name) }
    guard !entries.isEmpty else { return }
    var x = PictureColumns.margin
    let top = PictureColumns.legend - 9
    svg.add("g", ["class": "legend"]) { svg in
      for entry in entries {
        let width = entry.name == "head" ? 2.5 : 14
        let place = "M\(x.coordinate) \(top.coordinate)"
        switch entry.swatch {
        case .bar: addBar(entry.name, x, top, width, to: &svg)
        case .line(let line): svg.add("path", ["class": entry.name, "d": place + line])
        case .within(let line):
          addBar(classes.contains("body") ? "body" : "foreign", x, top, width, to: &svg)
          svg.add("path", ["class": entry.name, "d": place + line])
        }
        x += width + 5
        svg.add(
          "text",
          ["class": "say dim", "x": x.coordinate, "y": PictureColumns.legend.coordinate],
          entry.word)
        x += Double(entry.word.count) * Self.letter + 18
      }
    }
  }

  private func addBar(
    _ name: String, _ x: Double, _ top: Double, _ width: Double, to svg: inout SVGText
  ) {
    svg.add(
      "rect",
      [
        "class": name, "x": x.coordinate, "y": top.coordinate, "width": width.coordinate,
        "height": Self.height.coordinate,
      ])
  }
}
