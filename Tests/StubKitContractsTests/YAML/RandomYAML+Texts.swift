import StubKit

extension RandomYAML {
  /// The text in quotes, on several lines if a column is given.
  mutating func quoted(_ text: String, in column: Int?) -> String {
    // At the beginning of a line three dots, or hyphens, would end the document.
    let indentation = column.map { String(repeating: " ", count: max($0 + 1, 1)) }
    let isPrintable = text.unicodeScalars.allSatisfy { $0 == "\t" || $0.value >= 0x20 }
    if isPrintable, chance(2) {
      let escaped = text.unicodeScalars.map { $0 == "'" ? "''" : String($0) }.joined()
      let fold = indentation.map { chance(2) ? "  \n\($0)" : " " } ?? " "
      return "'" + escaped.replacingSpaces(with: fold) + "'"
    }
    var result = "\""
    for scalar in text.unicodeScalars {
      if let indentation, chance(12) { result += "\\\n\(indentation)" }
      let isSpaceAtStart = scalar == " " && result.last?.isWhitespace ?? false
      result += isSpaceAtStart ? "\\ " : escaped(scalar)
    }
    return result + "\""
  }

  private mutating func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\"": return "\\\""
    case "\\": return "\\\\"
    case "\n": return pick(["\\n", "\\x0A", "\\u000a"])
    case "\t": return pick(["\\t", "\\\t"])
    case "\u{85}": return pick(["\\N", "\u{85}"])
    case "\u{2028}": return "\\L"
    case "/": return pick(["/", "\\/"])
    default: break
    }
    let hex = String(scalar.value, radix: 16)
    func padded(_ count: Int) -> String { String(repeating: "0", count: count - hex.count) + hex }
    if scalar.value < 0x20 || chance(10) {
      if hex.count <= 2, chance(2) { return "\\x" + padded(2) }
      return hex.count <= 4 && chance(2) ? "\\u" + padded(4) : "\\U" + padded(8)
    }
    return String(scalar)
  }

  /// The text as a literal or folded scalar; nil if it cannot be written as one.
  mutating func blockScalar(_ text: String, in column: Int) -> String? {
    let isPrintable = text.unicodeScalars.allSatisfy {
      "\n\t".unicodeScalars.contains($0) || $0.value >= 0x20
    }
    guard isPrintable, text.contains(where: { $0 != "\n" }) else { return nil }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let ends = lines.reversed().prefix { $0.isEmpty }.count
    lines.removeLast(ends)
    let isFolded = chance(2) && !lines.contains { $0.hasPrefix(" ") || $0.hasPrefix("\t") }
    let needsIndentation = lines.contains { $0.hasPrefix(" ") } || chance(3)
    let depth = 1 + number(below: 3)
    let header =
      (isFolded ? ">" : "|") + (needsIndentation ? "\(depth)" : "")
      + (ends == 0 ? "-" : ends == 1 && chance(2) ? "" : "+") + pick(["", " # text"])
    let indentation = String(repeating: " ", count: column + depth)
    var result = " \(header)"
    var isAfterText = false
    for line in lines {
      // In a folded scalar, a line feed between two lines of text is an empty line.
      if isFolded, isAfterText, !line.isEmpty { result += "\n" }
      let source =
        isFolded ? line.replacingSpaces(with: chance(2) ? "\n\(indentation)" : " ") : line
      result += "\n" + (line.isEmpty ? "" : indentation + source)
      if !line.isEmpty { isAfterText = true }
    }
    return result + String(repeating: "\n", count: max(ends - 1, 0))
  }
}
