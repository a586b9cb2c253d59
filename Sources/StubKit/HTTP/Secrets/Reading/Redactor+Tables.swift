extension Redactor {
  mutating func table(_ bytes: Bytes, isDeclared: Bool = false) -> [UInt8]? {
    guard let separator = TableWalk.separator(in: bytes, isDeclared: isDeclared) else { return nil }
    return afterObjects(bytes) { $0.rows($1, separator: separator) }
  }

  private mutating func rows(_ bytes: Bytes, separator: UInt8) -> [UInt8]? {
    var text = Rewriting(bytes)
    var walk = TableWalk(bytes, separator: separator)
    let names = (walk.row() ?? []).map(bytes.slice)
    let columns = names.map { $0.undone(by: .cell) { judge($0, in: .field) } }
    guard columns.contains(where: { $0.kind != .plain }) else { return lines(bytes) }
    while let row = walk.row() {
      for (place, cell) in row.enumerated() where !cell.isEmpty {
        let isNamed = place < names.count
        value(
          at: cell, of: &text, in: .cell, as: isNamed ? columns[place] : .plain,
          of: isNamed ? names[place] : nil)
      }
    }
    return text.text
  }
}
