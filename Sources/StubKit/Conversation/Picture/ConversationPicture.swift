/// A waterfall: a row for each exchange, its phases from left to right.
struct ConversationPicture {
  private let rows: [PictureRow]
  private let axis: TimeAxis
  private let now: Duration
  private let title: String
  private let summary: String

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

    static let top = 104.0

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
    self.title = title
    let span = rows.isEmpty ? .zero : axis.span
    let leftOut = all.count - rows.count + conversation.droppedCount
    summary =
      "\(all.count) \(all.count == 1 ? "exchange" : "exchanges") · \(span.inWords) on the registry's "
      + "clock" + (leftOut > 0 ? " · left out here: the \(leftOut) oldest" : "")
  }

  var svg: String {
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
      addBackground(to: &svg)
      if rows.isEmpty { svg.add("Nothing was asked.", Columns.request, base(of: 0), "dim") }
      for (position, row) in rows.enumerated() { addBar(of: row, y(of: position), to: &svg) }
      addCuts(to: &svg)
      for (position, row) in rows.enumerated() { add(row, position, to: &svg) }
      addFooter(to: &svg)
    }
    return svg.text
  }

  private func addFooter(to svg: inout SVGText) {
    let y = bottom + 26
    let key = [("waiting", "waiting"), ("body", "body"), ("foreign", "body from the network")]
    var x = Columns.request
    for (name, word) in key {
      svg.add(box: name, x, y - 9, 14, 10)
      svg.add(word, x + 19, y, "small dim")
      x += Double(word.count) * 7 + 40
    }
    svg.add("time since the first request, with long pauses cut", Columns.time, y, "small dim")
  }

  private func addBackground(to svg: inout SVGText) {
    for (position, row) in rows.enumerated()
    where row.exchange.outcome == .unmatched || position % 2 == 0 {
      let colour = row.exchange.outcome == .unmatched ? "alarm" : "stripe"
      svg.add(box: colour, 12, y(of: position), Columns.width - 24, height)
    }
    let ticks = axis.ticks.map { (x: axis.x(axis.start + $0), word: $0.inWords) }
    svg.add(path: "grid", ticks.map { vertical(at: $0.x) }.joined())
    let y = Columns.top - 12
    svg.add("request", Columns.request, y, "small dim")
    svg.add("result", Columns.result, y, "small dim")
    svg.add("answered by", Columns.answerer, y, "small dim")
    for tick in ticks { svg.add(tick.word, tick.x, y, "small dim middle") }
    svg.add("took", Columns.took, y, "small dim end")
    svg.add("size", Columns.size, y, "small dim end")
  }

  private func addCuts(to svg: inout SVGText) {
    let top = Columns.top - 6
    for x in axis.cuts {
      svg.add(box: "page", x - 2.5, top, 5, bottom + 6 - top)
      svg.add(path: "cut", vertical(at: x - 2.5) + vertical(at: x + 2.5))
    }
  }

  private func vertical(at x: Double) -> String {
    SVGText.move(x, Columns.top - 6) + "V\((bottom + 6).coordinate)"
  }

  private var height: Double { rows.count > 60 ? 19 : 24 }

  private func y(of position: Int) -> Double { Columns.top + Double(position) * height }

  private func base(of position: Int) -> Double { y(of: position) + height / 2 + 4 }

  private var bottom: Double { y(of: max(rows.count, 1)) }

  private func add(_ row: PictureRow, _ position: Int, to svg: inout SVGText) {
    let base = base(of: position)
    let exchange = row.exchange
    svg.add { svg in
      svg.add(title: row.remark)
      svg.add(box: "row", 12, y(of: position), Columns.width - 24, height)
      svg.add("\(row.number)", Columns.number, base, "small dim end")
      let method = row.recorded.method.fitting(10)
      svg.add(method, Columns.request, base, "text strong")
      let address = row.address.fitting(Columns.requestCount - method.count - 1)
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
    let exchange = row.exchange
    let (left, right) = (axis.x(exchange.asked), axis.x(exchange.end ?? now))
    let head = exchange.transcript.head.map(axis.x)
    // An exchange that takes no time is drawn, too.
    let waited = max((head ?? right) - left, head == nil ? 2 : 0)
    if waited >= 0.3 { svg.add(box: "waiting", left, y + 5, waited, height - 10) }
    guard let head else { return }
    let body = exchange.isOfNetwork ? "foreign" : "body"
    svg.add(box: body, head, y + 5, max(right - head, 4), height - 10)
  }
}
