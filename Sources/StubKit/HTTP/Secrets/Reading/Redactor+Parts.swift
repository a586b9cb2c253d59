/// Bodies in parts.
extension Redactor {
  /// A body whose parts stand between lines with a boundary; nil if it has none, or no secrets.
  mutating func parts(_ bytes: Bytes, boundary: [UInt8]) -> [UInt8]? {
    var text = Rewriting(bytes)
    guard boundary.count > 2, var line = delimiter(boundary, from: 0, in: bytes) else { return nil }
    while line.next < bytes.count {
      let following = delimiter(boundary, from: line.next, in: bytes)
      // A part that is cut off ends with the text.
      part(line.next..<max(line.next, following?.start ?? bytes.count), in: &text)
      guard let following else { break }
      line = following
    }
    return text.text
  }

  /// Where the next line with the boundary begins, the end of the line before it included, and where the
  /// line after it does.
  private func delimiter(
    _ boundary: [UInt8], from start: Int, in bytes: Bytes
  ) -> (start: Int, next: Int)? {
    var from = start
    while let place = bytes.first(boundary, from: from) {
      from = place + boundary.count
      guard place == 0 || bytes[place - 1] == 10 else { continue }
      guard from == bytes.count || bytes[from] <= 0x20 || bytes.hasBytes([0x2D, 0x2D], at: from)
      else { continue }
      let next = bytes.firstPlace(from: from) { $0 == 10 }.map { $0 + 1 } ?? bytes.count
      let isPair = place > 1 && bytes[place - 2] == 13
      return (max(start, place - (isPair ? 2 : 1)), next)
    }
    return nil
  }

  private mutating func part(_ range: Range<Int>, in text: inout Rewriting) {
    let bytes = text.bytes
    var kind = Kind.plain
    var (line, type): (Int, String?) = (range.lowerBound, nil)
    while line < range.upperBound {
      let end = min(bytes.firstPlace(from: line) { $0 == 10 } ?? range.upperBound, range.upperBound)
      let field = String(decoding: bytes[line..<end], as: UTF8.self)
        .split(separator: ":", maxSplits: 1).map { $0.filter { $0 != "\r" && $0 != "\r\n" } }
      let isEmpty = end == line || end == line + 1 && bytes[line] == 13
      line = min(end + 1, range.upperBound)
      if isEmpty { break }
      guard field.count == 2 else { continue }
      if field[0].lowercased() == "content-type" { type = field[1][...].trimmingBlanks }
      if field[0].lowercased() == "content-disposition" { kind = self.kind(of: field[1]) }
    }
    let content = Array(bytes[line..<range.upperBound])
    guard !content.isEmpty else { return }
    let clean = kind == .plain ? self.content(content, type: type) : value(content, as: kind)
    if let clean { text.replace(line..<range.upperBound, with: clean) }
  }

  /// The name of a file may give the part away, but does not speak for it.
  private mutating func kind(of disposition: String) -> Kind {
    let parameters = HeaderParameters(disposition)
    let kinds = ["name", "filename"].flatMap { parameter -> [Kind] in
      guard let name = parameters[parameter] else { return [] }
      return [Redaction.Place.pair, .field].map { place in
        name.withBytes { judge($0, in: place).kind }
      }.filter { parameter == "name" || $0 != .kept }
    }
    return kinds.contains(.named) ? .named : kinds.contains(.kept) ? .kept : kinds.max() ?? .plain
  }
}
