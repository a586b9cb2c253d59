import Foundation
import StubKit

/// An ECMAScript regular expression, which may match anywhere in a text.
final class SchemaPattern: Sendable {
  /// As the schema has it, not as ICU reads it.
  let source: String
  private let search: TextSearch

  /// Nil if the expression is not valid.
  init?(_ source: String) {
    let pattern = Self.translated(source)
    guard let expression = try? NSRegularExpression(pattern: pattern) else { return nil }
    (self.source, search) = (source, TextSearch(for: expression))
  }

  /// Nil if the search took too long and was given up.
  func isFound(in text: String) -> Bool? {
    // A search reports once in 10,000 attempts, and needs several attempts for each character.
    var patience = 50 + text.utf8.count / 1_000
    return search.isFound(in: text) {
      patience -= 1
      return patience > 0
    }
  }

  /// Rewrites the expression for ICU: `\d`, `\w` and `\b` are ASCII only, `\s` has U+FEFF, `$`
  /// matches only at the end of the text, and `&&`, `--` and `[` in a set are plain characters.
  private static func translated(_ source: String) -> String {
    var result = ""
    var isInSet = false
    // Whether the character before may begin a range of the set; nil if a range waits for its end.
    var beginsRange: Bool? = false
    var rest = source.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\\" where isInSet:
        beginsRange = isClass(rest.first) ? false : beginsRange != nil
        result += translatedEscape(&rest, isInSet: true)
      case "\\": result += translatedEscape(&rest, isInSet: false)
      case "[" where !isInSet && rest.first == "]":
        rest.removeFirst()
        result += "(?!)"
      case "[" where !isInSet && rest.starts(with: "^]".unicodeScalars):
        rest.removeFirst(2)
        result += "[\\s\\S]"
      case "[" where !isInSet:
        (isInSet, beginsRange) = (true, false)
        result += rest.first == "^" ? "[^" : "["
        if rest.first == "^" { rest.removeFirst() }
      case "]":
        isInSet = false
        result += "]"
      // A hyphen makes a range unless it is next to a character class or an end of the set.
      case "-"
      where isInSet && beginsRange == true && rest.first != "]"
        && !(rest.first == "\\" && isClass(rest.dropFirst().first)):
        beginsRange = nil
        result += "-"
      case _ where isInSet:
        beginsRange = beginsRange != nil
        if "[&-".unicodeScalars.contains(scalar) { result += "\\" }
        result.unicodeScalars.append(scalar)
      case "$": result += "\\z"
      case ".": result += "[^\\n\\r\\u2028\\u2029]"
      default: result.unicodeScalars.append(scalar)
      }
    }
    // ICU refuses an empty expression.
    return result.isEmpty ? "(?:)" : result
  }

  private static func isClass(_ escaped: Unicode.Scalar?) -> Bool {
    escaped.map { "dDwWsSpP".unicodeScalars.contains($0) } ?? false
  }

  private static func translatedEscape(
    _ rest: inout Substring.UnicodeScalarView, isInSet: Bool
  ) -> String {
    guard let escaped = rest.popFirst() else { return "\\" }
    var result = translated(escaped, before: rest, isInSet: isInSet)
    // The rest of `\p{L}`, `\u{1F600}`, `\u00e9`, `\x41` or `\cA` is copied as it is.
    let isBraced = rest.first == "{" && "pPu".unicodeScalars.contains(escaped)
    let lengths: [Unicode.Scalar: Int] = ["u": 4, "x": 2, "c": 1]
    let count =
      isBraced ? rest.prefix { $0 != "}" }.count + 1 : min(lengths[escaped] ?? 0, rest.count)
    result.unicodeScalars += rest.prefix(count)
    rest = rest.dropFirst(count)
    return result
  }

  private static let word = "[A-Za-z0-9_]"
  private static let blanks = "\\x09-\\x0D\\p{Z}\\uFEFF"

  private static func translated(
    _ escaped: Unicode.Scalar, before rest: Substring.UnicodeScalarView, isInSet: Bool
  ) -> String {
    switch escaped {
    case "d": return isInSet ? "0-9" : "[0-9]"
    case "D": return "[^0-9]"
    case "w": return isInSet ? "A-Za-z0-9_" : word
    case "W": return "[^A-Za-z0-9_]"
    case "s": return isInSet ? blanks : "[\(blanks)]"
    case "S": return "[^\(blanks)]"
    case "b" where isInSet: return "\\x08"
    case "b": return "(?:(?<=\(word))(?!\(word))|(?<!\(word))(?=\(word)))"
    case "B": return "(?:(?<=\(word))(?=\(word))|(?<!\(word))(?!\(word)))"
    case "0" where !(rest.first.map { "0"..."9" ~= $0 } ?? false): return "\\x00"
    case "u" where rest.first == "{": return "\\x"
    default: return "\\" + String(escaped)
    }
  }
}
