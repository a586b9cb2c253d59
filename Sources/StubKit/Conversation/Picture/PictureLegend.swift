extension ConversationPicture {
  private static let legend: [(name: String, word: String, line: String?)] = [
    ("queued", "queued", nil), ("sending", "sending", nil), ("waiting", "waiting", nil),
    ("head", "head", nil), ("body", "body", nil), ("foreignwait", "network, waiting", nil),
    ("foreign", "network", nil), ("piece", "next piece", "m7 0v10"),
    ("cross", "failed", "m3 1l8 8m0 -8l-8 8"), ("stop", "cancelled", "m7 -2v14"),
    ("open", "pending", "m0 5h14"), ("alarm", "unmatched", nil),
    ("cut", "a long pause, cut", "m4.5 -2v14m5 -14v14"),
  ]

  static func addLegend(of classes: Set<String>, to svg: inout SVGText) {
    let entries = legend.filter { classes.contains($0.name) }
    guard !entries.isEmpty else { return }
    var x = Columns.margin
    let top = Columns.legend - 9
    svg.add(group: "g class=\"legend\"") { svg in
      for entry in entries {
        let width = entry.name == "head" ? 2.5 : 14
        // The mark of a piece is drawn on the bar of a body.
        let bar = entry.name != "piece" ? entry.name : classes.contains("body") ? "body" : "foreign"
        if entry.line == nil || entry.name == "piece" { svg.add(box: bar, x, top, width, 10) }
        if let line = entry.line { svg.add(path: entry.name, SVGText.move(x, top) + line) }
        x += width + 5
        svg.add(entry.word, x, Columns.legend, "say dim")
        // 7.2 is about the width of a letter; the gap is wide enough for any font.
        x += Double(entry.word.count) * 7.2 + 18
      }
    }
  }
}
