/// A waterfall: a row for each exchange, its phases from left to right.
struct ConversationPicture {
  private let rows: [PictureRow]
  private let axis: TimeAxis
  private let now: Duration
  private let title: String
  private let summary: String
  /// The scheme and host of all requests, named above their column; nil if they differ.
  private let host: String?

  enum Columns {
    static let width = 1_440.0
    static let margin = 24.0
    /// The right end of the column.
    static let number = 52.0
    static let request = 64.0
    static let result = 436.0
    static let answerer = 582.0
    static let time = 960.0
    static let timeWidth = 284.0
    /// The right ends of two columns: the durations and the sizes.
    static let took = 1_358.0
    static let size = 1_420.0

    static let legend = 84.0
    static let top = 134.0

    /// How many monospaced characters fit in the column of requests.
    static let requestCount = 50
  }

  private static let mostRows = 500

  init(of conversation: StubConversation, _ recorded: [RecordedExchange], title: String) {
    let all = zip(conversation.exchanges, recorded).enumerated().map {
      PictureRow(number: $0.offset + 1, exchange: $0.element.0, recorded: $0.element.1)
    }
    rows = all.suffix(Self.mostRows)
    now = conversation.now
    axis = TimeAxis(
      of: rows.flatMap { $0.moments(until: conversation.now) }, left: Columns.time,
      width: Columns.timeWidth)
    let hosts = Set(rows.map(\.origin))
    host = hosts.count == 1 ? hosts.first : nil
    self.title = title
    summary = Self.summary(
      of: conversation.exchanges, leftOut: all.count - rows.count + conversation.droppedCount,
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
    var drawing = SVGText()
    addBackground(to: &drawing)
    if rows.isEmpty { drawing.add("Nothing was asked.", Columns.request, base(of: 0), "dim") }
    for (position, row) in rows.enumerated() { addBar(of: row, y(of: position), to: &drawing) }
    addCuts(to: &drawing)
    for (position, row) in rows.enumerated() { add(row, position, to: &drawing) }

    let (width, height) = (Columns.width.coordinate, (bottom + 40).coordinate)
    let start = """
      svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" \
      height="\(height)" role="img" aria-label="\("\(title): \(summary)".xmlEscaped)"
      """
    var svg = SVGText()
    svg.add(group: start) { svg in
      svg.add(verbatim: PictureStyle.sheet)
      svg.add(title: title)
      svg.add(verbatim: "<rect class=\"page\" width=\"100%\" height=\"100%\"/>")
      svg.add(title.fitting(90), Columns.margin, 38, "title text")
      svg.add(summary, Columns.margin, 62, "say dim")
      Self.addLegend(of: drawing.classes, to: &svg)
      svg.add(drawing)
      svg.add(
        "time since the first request, on the registry's clock", Columns.time, bottom + 26,
        "small dim")
    }
    return svg.text
  }

  private func addBackground(to svg: inout SVGText) {
    for (position, row) in rows.enumerated()
    where row.exchange.outcome == .unmatched || position % 2 == 0 {
      let colour = row.exchange.outcome == .unmatched ? "alarm" : "stripe"
      svg.add(box: colour, 12, y(of: position), Columns.width - 24, height)
    }
    let ticks = axis.ticks.map { (x: axis.x(axis.start + $0), word: $0.inWords) }
    let heading = host.map { "request to \($0)" } ?? "request"
    for block in blocks {
      svg.add(path: "grid", ticks.map { vertical(at: $0.x, in: block) }.joined())
      let y = block.lowerBound - 6
      svg.add(heading.fitting(Columns.requestCount), Columns.request, y, "small dim")
      svg.add("result", Columns.result, y, "small dim")
      svg.add("answered by", Columns.answerer, y, "small dim")
      for tick in ticks { svg.add(tick.word, tick.x, y, "small dim middle") }
      svg.add("took", Columns.took, y, "small dim end")
      svg.add("size", Columns.size, y, "small dim end")
    }
  }

  private func addCuts(to svg: inout SVGText) {
    for x in axis.cuts {
      for block in blocks {
        svg.add(
          box: "page", x - 2.5, block.lowerBound, 5, block.upperBound - block.lowerBound)
        svg.add(path: "cut", vertical(at: x - 2.5, in: block) + vertical(at: x + 2.5, in: block))
      }
    }
  }

  private func vertical(at x: Double, in block: Range<Double>) -> String {
    SVGText.move(x, block.lowerBound) + "V\(block.upperBound.coordinate)"
  }

  private static let block = 50

  private var height: Double { rows.count > 60 ? 19 : 24 }

  private func y(of position: Int) -> Double {
    Columns.top + Double(position) * height + Double(position / Self.block) * 26
  }

  private func base(of position: Int) -> Double { y(of: position) + height / 2 + 4 }

  private var bottom: Double { y(of: max(rows.count, 1) - 1) + height }

  private var blocks: [Range<Double>] {
    let count = max(rows.count, 1)
    return stride(from: 0, to: count, by: Self.block).map { first in
      y(of: first) - 6..<y(of: min(first + Self.block, count) - 1) + height + 6
    }
  }

  private func add(_ row: PictureRow, _ position: Int, to svg: inout SVGText) {
    let base = base(of: position)
    let exchange = row.exchange
    svg.add { svg in
      svg.add(title: row.remark)
      svg.add(box: "row", 12, y(of: position), Columns.width - 24, height)
      svg.add("\(row.number)", Columns.number, base, "small dim end")
      let method = row.recorded.method.fitting(10)
      svg.add(method, Columns.request, base, "text strong")
      let address = (host == nil ? row.address : row.target)
        .fitting(Columns.requestCount - method.count - 1)
      svg.add(address, Columns.request + Double(method.count + 1) * 7.25, base, "text")
      let (result, mood) = exchange.resultInShort
      svg.add(result.fitting(19), Columns.result, base, "\(mood.rawValue) strong")
      let colour = exchange.outcome == .unmatched ? "failed" : "dim"
      let place = exchange.stub.map { "\($0.location)".fitting(24) } ?? ""
      svg.add(
        exchange.answererInShort.fitting(49 - place.count), Columns.answerer, base,
        "small \(colour)")
      if !place.isEmpty { svg.add(place, Columns.time - 16, base, "small dim end") }
      let took = ((exchange.end ?? now) - exchange.asked).inWords
      svg.add((exchange.end == nil ? "for " : "") + took, Columns.took, base, "small dim end")
      let count = exchange.transcript.count
      if count > 0 { svg.add(count.inBytes, Columns.size, base, "small dim end") }
    }
  }

  private func addBar(of row: PictureRow, _ y: Double, to svg: inout SVGText) {
    let (exchange, transcript) = (row.exchange, row.exchange.transcript)
    let height = height - 10
    let begin = axis.x(exchange.asked)
    for phase in row.phases {
      let (x, until) = (axis.x(phase.from), axis.x(phase.to))
      if until - x >= 0.3 { svg.add(box: phase.name, x, y + 5, until - x, height) }
    }
    // At least so wide that an immediate answer is visible.
    let right = max(axis.x(exchange.end ?? now), begin + (transcript.head == nil ? 1 : 4))
    if let head = transcript.head.map(axis.x) {
      if right - begin <= 6 {
        svg.add(box: exchange.isOfNetwork ? "foreign" : "body", begin, y + 5, 4, height)
      } else {
        var (pieces, last) = ("", head)
        for x in transcript.pieces.map(axis.x) where x - last >= 3 {
          pieces += SVGText.move(x, y + 5) + "v\(height.coordinate)"
          last = x
        }
        if !pieces.isEmpty { svg.add(path: "piece", pieces) }
        svg.add(box: "head", head - 1, y + 3, 2.5, height + 4)
      }
    }
    let middle = y + height / 2 + 5
    if exchange.end == nil {
      let start = axis.x(transcript.pieces.last ?? transcript.head ?? exchange.start)
      svg.add(path: "open", SVGText.move(start, middle) + "H\((right + 7).coordinate)")
    } else if exchange.outcome == .cancelled {
      svg.add(path: "stop", SVGText.move(right + 3, middle - 7) + "v14")
    } else if exchange.resultInShort.mood == .failed {
      svg.add(path: "cross", SVGText.move(right, middle - 4) + "l8 8m0 -8l-8 8")
    }
  }
}
