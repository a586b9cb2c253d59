/// Tables whose first line names their columns.
extension Redactor {
  mutating func table(_ bytes: Bytes, separator: UInt8) -> [UInt8]? {
    var text = Rewriting(bytes)
    var walk = TableWalk(bytes, separator: separator)
    let names = walk.row() ?? []
    let columns = names.map { cell in
      let name = TableWalk.decoded(bytes.slice(cell))
      return (name: name, kind: name.withUnsafeBufferPointer { judge($0, in: .field).kind })
    }
    guard columns.contains(where: { $0.kind != .plain }) else { return lines(bytes) }
    while let row = walk.row() {
      for (cell, column) in zip(row, columns) where !cell.isEmpty {
        let value = TableWalk.decoded(bytes.slice(cell))
        let clean = column.name.withUnsafeBufferPointer {
          self.value(value, as: column.kind, of: $0)
        }
        guard let clean else { continue }
        text.replace(cell, with: TableWalk.encoded(clean, like: bytes.slice(cell)))
      }
    }
    return text.text
  }
}

/// Reads a table row by row (RFC 4180).
struct TableWalk {
  private let bytes: Redactor.Bytes
  private let separator: UInt8
  private var position = 0

  init(_ bytes: Redactor.Bytes, separator: UInt8) {
    (self.bytes, self.separator) = (bytes, separator)
  }

  /// The cells of the next row, with their quotes; nil if there is none.
  mutating func row() -> [Range<Int>]? {
    guard position < bytes.count else { return nil }
    var cells: [Range<Int>] = []
    var start = position
    var isQuoted = false
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if !isQuoted, byte == separator {
        cells.append(start..<position)
        start = position + 1
      } else if !isQuoted, byte == 10 {
        break
      }
      position += 1
    }
    let end = position > start && bytes[position - 1] == 13 ? position - 1 : position
    cells.append(start..<end)
    position += 1
    return cells
  }

  /// What separates the cells of a text that looks like a table; nil if it does not.
  static func separator(in bytes: Redactor.Bytes) -> UInt8? {
    let names = bytes.slice(0..<min(bytes.count, 2_048)).firstPlace { $0 == 10 }
    guard let names, names + 1 < bytes.count else { return nil }
    for separator in ",\t;|".utf8 {
      var walk = TableWalk(bytes, separator: separator)
      guard let names = walk.row(), names.count > 1, let first = walk.row(),
        first.count == names.count,
        names.allSatisfy({ cell in
          1...60 ~= cell.count
            && bytes[cell].allSatisfy {
              $0.isASCIIAlphanumeric || " _-.\"".utf8.contains($0)
            }
        })
      else { continue }
      return separator
    }
    return nil
  }

  static func decoded(_ cell: Redactor.Bytes) -> [UInt8] {
    guard cell.count > 1, cell.first == UInt8(ascii: "\""), cell.last == cell.first else {
      return Array(cell)
    }
    var result: [UInt8] = []
    for (place, byte) in cell.enumerated().dropFirst().dropLast() {
      // Two quotes stand for one.
      if byte == cell[0], place > 1, cell[place - 1] == byte, result.last == byte { continue }
      result.append(byte)
    }
    return result
  }

  static func encoded(_ value: [UInt8], like cell: Redactor.Bytes) -> [UInt8] {
    guard cell.first == UInt8(ascii: "\"") else { return value }
    return [0x22] + value.flatMap { $0 == 0x22 ? [0x22, 0x22] : [$0] } + [0x22]
  }
}
