import Foundation

/// A conversation as a waterfall: a row for each exchange, its phases from left to right.
struct ConversationPicture {
  private let rows: [PictureRow]
  private let axis: TimeAxis
  private let layout: PictureRows
  private let now: Duration
  private let title: String
  private let summary: String
  /// The host of all requests, which the title names; nil if they differ.
  private let host: String?

  private typealias Columns = PictureColumns

  /// Lays the picture out.
  ///
  /// - Parameter limit: The largest number of rows; the newest exchanges are shown.
  init(
    of logged: StubRegistry.LoggedExchanges, _ recorded: [RecordedExchange], title: String,
    limit: Int
  ) {
    let all = Array(zip(logged.exchanges, recorded).enumerated())
    let shown = all.suffix(limit)
    rows = shown.map { PictureRow($0.element.0, $0.element.1, number: $0.offset + 1) }
    now = logged.now
    axis = TimeAxis(
      of: rows.flatMap { $0.moments(until: logged.now) }, left: Columns.time,
      width: Columns.timeWidth)
    layout = PictureRows(count: rows.count)
    let hosts = Set(rows.map(\.origin))
    host = hosts.count == 1 ? hosts.first : nil
    self.title = title
    summary = Self.summary(
      of: logged.exchanges, leftOut: all.count - shown.count + logged.droppedCount,
      span: rows.isEmpty ? .zero : axis.span)
  }

  private static func summary(
    of exchanges: [StubExchange], leftOut: Int, span: Duration
  ) -> String {
    let count = exchanges.count
    var parts = ["\(count) \(count == 1 ? "exchange" : "exchanges")"]
    let kinds: [(StubExchange.Outcome, String)] = [
      (.unmatched, "unmatched"), (.failed, "failed"), (.threw, "threw"),
      (.cannotRespond, "without an answer"), (.cannotBeSent, "never sent"),
      (.cancelled, "cancelled"), (.pending, "pending"),
    ]
    for (outcome, word) in kinds {
      let count = exchanges.count { $0.outcome == outcome }
      if count > 0 { parts.append("\(count) \(word)") }
    }
    parts.append("\(span.inWords) on the registry's clock")
    if leftOut > 0 { parts.append("the \(leftOut) oldest are left out here") }
    return parts.joined(separator: " · ")
  }

  var svg: String {
    let height = layout.bottom + Columns.footer
    var svg = SVGText()
    let size = "0 0 \(Columns.width.coordinate) \(height.coordinate)"
    svg.add(
      "svg",
      [
        "xmlns": "http://www.w3.org/2000/svg", "viewBox": size,
        "width": Columns.width.coordinate, "height": height.coordinate, "role": "img",
        "aria-label": "\(title): \(summary)",
      ]
    ) { svg in
      svg.add(verbatim: PictureStyle.sheet)
      svg.add("title", [:], title)
      svg.add("rect", ["class": "page", "width": "100%", "height": "100%"])
      svg.add("text", place(Columns.margin, 38, "title text"), title.fitting(90))
      svg.add("text", place(Columns.margin, 62, "say dim"), summary)
      var drawing = SVGText()
      addRows(to: &drawing)
      PictureLegend(of: drawing.classes).add(to: &svg)
      svg.add(verbatim: drawing.text)
      svg.add(
        "text", place(Columns.time, layout.bottom + 26, "small dim"),
        "time since the first request, on the registry's clock")
    }
    return svg.text
  }

  private func addRows(to svg: inout SVGText) {
    addBackground(to: &svg)
    if rows.isEmpty {
      svg.add("text", place(Columns.request, layout.base(of: 0), "dim"), "Nothing was asked.")
    }
    for (position, row) in rows.enumerated() { addBar(of: row, layout.y(of: position), to: &svg) }
    addCuts(to: &svg)
    for (position, row) in rows.enumerated() { add(row, position, to: &svg) }
  }

  /// Adds stripes behind the rows, and the lines of the time axis.
  private func addBackground(to svg: inout SVGText) {
    for (position, row) in rows.enumerated() where row.isUnmatched || position % 2 == 0 {
      let colour = row.isUnmatched ? "alarm" : "stripe"
      svg.add("rect", box(12, layout.y(of: position), Columns.width - 24, layout.height, colour))
    }
    let ticks = axis.ticks.map { (x: axis.x(axis.start + $0), word: $0.inWords) }
    let heading = host.map { "request to \($0)" } ?? "request"
    for block in layout.blocks {
      let lines = ticks.map { vertical(at: $0.x, from: block.top - 6, to: block.bottom + 6) }
      svg.add("path", ["class": "grid", "d": lines.joined()])
      let y = block.top - 12
      for (x, word) in [
        (Columns.request, heading.fitting(Columns.requestCount)), (Columns.result, "result"),
        (Columns.answerer, "answered by"),
      ] {
        svg.add("text", place(x, y, "small dim"), word)
      }
      for tick in ticks { svg.add("text", place(tick.x, y, "small dim middle"), tick.word) }
      svg.add("text", place(Columns.took, y, "small dim end"), "took")
      svg.add("text", place(Columns.size, y, "small dim end"), "size")
    }
  }

  private func addCuts(to svg: inout SVGText) {
    for x in axis.cuts {
      for (top, bottom) in layout.blocks.map({ ($0.top - 6, $0.bottom + 6) }) {
        svg.add("rect", box(x - 2.5, top, 5, bottom - top, "page"))
        let lines = [x - 2.5, x + 2.5].map { vertical(at: $0, from: top, to: bottom) }
        svg.add("path", ["class": "cut", "d": lines.joined()])
      }
    }
  }

  private func vertical(at x: Double, from top: Double, to bottom: Double) -> String {
    "M\(x.coordinate) \(top.coordinate)V\(bottom.coordinate)"
  }
}

extension ConversationPicture {
  private func add(_ row: PictureRow, _ position: Int, to svg: inout SVGText) {
    let (y, base) = (layout.y(of: position), layout.base(of: position))
    svg.add("g") { svg in
      svg.add("title", [:], row.remark)
      svg.add("rect", box(12, y, Columns.width - 24, layout.height, "row"))
      svg.add("text", place(Columns.number, base, "small dim end"), "\(row.number)")
      let method = row.method.fitting(10)
      svg.add("text", place(Columns.request, base, "text strong"), method)
      let room = Columns.requestCount - method.count - 1
      let offset = Double(method.count + 1) * 7.25
      svg.add(
        "text", place(Columns.request + offset, base, "text"),
        (host == nil ? row.address : row.target).fitting(room))
      svg.add(
        "text", place(Columns.result, base, "\(row.mood.rawValue) strong"),
        row.result.fitting(Columns.resultCount))
      let colour = row.isUnmatched ? "failed" : "dim"
      let rest = row.place?.fitting(24) ?? ""
      svg.add(
        "text", place(Columns.answerer, base, "small \(colour)"),
        row.answerer.fitting(Columns.answererCount - rest.count - 2))
      if !rest.isEmpty {
        svg.add("text", place(Columns.time - 16, base, "small dim end"), rest)
      }
      let took = (row.end == nil ? "for " : "") + ((row.end ?? now) - row.asked).inWords
      svg.add("text", place(Columns.took, base, "small dim end"), took)
      if row.byteCount > 0 {
        svg.add("text", place(Columns.size, base, "small dim end"), row.byteCount.inBytes)
      }
    }
  }

  /// Adds the phases, each from its moment to the next.
  private func addBar(of row: PictureRow, _ y: Double, to svg: inout SVGText) {
    let height = layout.height - 10
    let begin = axis.x(row.asked)
    for phase in row.phases(until: now) {
      let (x, until) = (axis.x(phase.from), axis.x(phase.to))
      if until - x >= 0.3 { svg.add("rect", box(x, y + 5, until - x, height, phase.name)) }
    }
    let right = right(of: row)
    if let head = row.head.map(axis.x) {
      if right - begin <= 6 {
        svg.add("rect", box(begin, y + 5, 4, height, row.isForwarded ? "foreign" : "body"))
      } else {
        addPieces(of: row, after: head, y + 5, height, to: &svg)
        svg.add("rect", box(head - 1, y + 3, 2.5, height + 4, "head"))
      }
    }
    addEnding(of: row, right, y + layout.height / 2, to: &svg)
  }

  /// Returns the right end of a bar, which is visible even for an immediate answer.
  private func right(of row: PictureRow) -> Double {
    max(axis.x(row.end ?? now), axis.x(row.asked) + (row.head == nil ? 1 : 4))
  }

  private func addPieces(
    of row: PictureRow, after head: Double, _ top: Double, _ height: Double, to svg: inout SVGText
  ) {
    var path = ""
    var last = head
    for x in row.pieces.map(axis.x) where x - last >= 3 {
      path += "M\(x.coordinate) \(top.coordinate)v\(height.coordinate)"
      last = x
    }
    if !path.isEmpty { svg.add("path", ["class": "piece", "d": path]) }
  }

  private func addEnding(of row: PictureRow, _ x: Double, _ y: Double, to svg: inout SVGText) {
    if row.end == nil {
      let start = axis.x(row.pieces.last ?? row.head ?? row.decided)
      svg.add(
        "path",
        ["class": "open", "d": "M\(start.coordinate) \(y.coordinate)H\((x + 7).coordinate)"])
    } else if row.isCancelled {
      svg.add("path", ["class": "stop", "d": "M\((x + 3).coordinate) \((y - 7).coordinate)v14"])
    } else if row.mood == .failed {
      svg.add(
        "path",
        ["class": "cross", "d": "M\(x.coordinate) \((y - 4).coordinate)l8 8m0 -8l-8 8"])
    }
  }

  private func place(_ x: Double, _ y: Double, _ name: String) -> KeyValuePairs<String, String> {
    ["class": name, "x": x.coordinate, "y": y.coordinate]
  }

  private func box(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ name: String
  ) -> KeyValuePairs<String, String> {
    [
      "class": name, "x": x.coordinate, "y": y.coordinate, "width": width.coordinate,
      "height": height.coordinate,
    ]
  }
}
