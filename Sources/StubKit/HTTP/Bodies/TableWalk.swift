/// Reads a table row by row (RFC 4180).
struct TableWalk {
  private let bytes: Bytes
  private let separator: UInt8
  private let signs: ByteSet
  private var position = 0

  init(_ bytes: Bytes, separator: UInt8) {
    (self.bytes, self.separator) = (bytes, separator)
    position = ByteOrderMark(bytes)?.count ?? 0
    signs = ByteSet([separator, 0x22, .lineFeed])
    // Comments, blank lines and a line such as `sep=;` may stand before the line with the names.
    while position < bytes.count,
      bytes.has("#", at: position) || bytes.has("sep=", at: position)
        || ByteSet.lineEnd.contains(bytes[position])
    { position = bytes.place(of: .lineFeed, from: position) + 1 }
  }

  mutating func row() -> [Range<Int>]? {
    guard position < bytes.count else { return nil }
    var cells: [Range<Int>] = []
    var start = position
    position = bytes.place(of: signs, from: position)
    while position < bytes.count, bytes[position] != .lineFeed {
      if bytes[position] == separator {
        cells.append(start..<position)
        start = position + 1
      } else {
        position = bytes.place(of: 0x22, from: position + 1)
      }
      position = bytes.place(of: signs, from: position + 1)
    }
    position = min(position, bytes.count)
    let end = position > start && bytes[position - 1] == 13 ? position - 1 : position
    cells.append(start..<end)
    position += 1
    return cells
  }

  private static let inName: ByteSet = .alphanumeric + " _-.\""

  /// Finds the separator; nil if the text is no table, for which two lines suffice if `isDeclared`.
  static func separator(in bytes: Bytes, isDeclared: Bool = false) -> UInt8? {
    let most = isDeclared ? bytes.count : min(bytes.count, 2_048)
    let line = bytes.slice(0..<most).place(of: .lineFeed)
    guard line < most, line + 1 < bytes.count else { return nil }
    return ",\t;|".utf8.first { separator in
      var walk = TableWalk(bytes, separator: separator)
      guard let names = walk.row(), names.count > 1 else { return false }
      return isDeclared
        || walk.row()?.count == names.count
          && names.allSatisfy {
            1...60 ~= $0.count && bytes.slice($0).end(of: inName) == $0.count
          }
    } ?? (isDeclared ? UInt8(ascii: ",") : nil)
  }
}
