import Foundation
import StubKit

/// An ECMAScript regular expression, which may match anywhere in a text.
final class SchemaPattern: Sendable {
  /// As the schema has it, not as ICU reads it.
  let source: String
  private let search: TextSearch
  /// A search reports once in 10,000 attempts, and is given up at this many reports.
  private static let patience = 50

  /// Nil if the expression is not valid.
  init?(_ source: String) {
    let pattern = Self.translated(source)
    guard let expression = try? NSRegularExpression(pattern: pattern) else { return nil }
    (self.source, search) = (source, TextSearch(for: expression))
  }

  /// Nil if the search took too long and was given up.
  func isFound(in text: String) -> Bool? {
    var steps = 0
    return search.isFound(in: text) {
      steps += 1
      return steps < Self.patience
    }
  }

  /// Rewrites it for ICU, so that `\d` is ASCII, `$` is only the end, and sets have no operators.
  private static func translated(_ source: String) -> String {
    var result = ""
    var isInSet = false
    var rest = source.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\\": result += translatedEscape(&rest, isInSet: isInSet)
      case "[" where isInSet: result += "\\["
      case "[" where rest.first == "]":
        rest.removeFirst()
        result += "(?!)"
      case "[" where rest.starts(with: "^]".unicodeScalars):
        rest.removeFirst(2)
        result += "[\\s\\S]"
      case "[":
        isInSet = true
        result += "["
      case "]":
        isInSet = false
        result += "]"
      case "&" where isInSet: result += "\\&"
      // Next to a character class, a hyphen makes no range.
      case "-" where isInSet && rest.isClass: result += "\\-"
      case "$" where !isInSet: result += "\\z"
      case "." where !isInSet: result += "[^\\n\\r\\u2028\\u2029]"
      default: result.unicodeScalars.append(scalar)
      }
    }
    // ICU refuses an empty expression.
    return result.isEmpty ? "(?:)" : result
  }

  private static func translatedEscape(
    _ rest: inout Substring.UnicodeScalarView, isInSet: Bool
  ) -> String {
    let isClass = isInSet && rest.first.map { "dDwWsS".unicodeScalars.contains($0) } ?? false
    guard let escaped = rest.popFirst() else { return "\\" }
    // A hyphen after a character class makes no range either: `[\w-.]`.
    var dash = ""
    if isClass, rest.first == "-" {
      rest.removeFirst()
      dash = "\\-"
    }
    return translated(escaped, before: rest, isInSet: isInSet) + dash
  }

  private static func translated(
    _ escaped: Unicode.Scalar, before rest: Substring.UnicodeScalarView, isInSet: Bool
  ) -> String {
    switch escaped {
    case "d": return isInSet ? "0-9" : "[0-9]"
    case "D": return "[^0-9]"
    case "w": return isInSet ? "A-Za-z0-9_" : "[A-Za-z0-9_]"
    case "W": return "[^A-Za-z0-9_]"
    case "u" where rest.first == "{": return "\\x"
    default: return "\\" + String(escaped)
    }
  }
}

extension Substring.UnicodeScalarView {
  /// Whether the text begins with a character class such as `\d`.
  fileprivate var isClass: Bool {
    first == "\\" && dropFirst().first.map { "dDwWsS".unicodeScalars.contains($0) } ?? false
  }
}
