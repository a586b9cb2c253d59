public import Foundation

extension StubJSON {
  /// The value as compact JSON, its members sorted by name, in UTF-8.
  ///
  /// Equal text comes of equal cases. A number that JSON cannot write (`.double(.nan)`) becomes
  /// `null`.
  public var data: Data { Data(description.utf8) }

  /// Writes the value behind what is written already.
  private func write(to text: inout String) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .integer(let value): text += value.description
    case .double(let value): text += value.isFinite ? value.description : "null"
    case .string(let value): Self.write(value, to: &text)
    case .array(let elements):
      text += "["
      for (index, element) in elements.enumerated() {
        if index > 0 { text += "," }
        element.write(to: &text)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, name) in members.keys.sorted().enumerated() {
        if index > 0 { text += "," }
        Self.write(name, to: &text)
        text += ":"
        members[name]?.write(to: &text)
      }
      text += "}"
    }
  }

  /// Writes a string in quotes, escaping only what JSON demands.
  private static func write(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "\u{8}": text += "\\b"
      case "\u{C}": text += "\\f"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}

extension StubJSON: CustomStringConvertible {
  /// The value as compact JSON, its members sorted by name.
  public var description: String {
    var text = ""
    write(to: &text)
    return text
  }
}

extension StubJSON {
  /// The value as a Swift literal: `["id": 1, "tags": ["a", nil]]`.
  var swiftLiteral: String {
    switch self {
    case .null: return "nil"
    case .string(let value): return value.swiftLiteral
    case .array(let elements):
      return "[\(elements.map(\.swiftLiteral).joined(separator: ", "))]"
    case .object(let members):
      guard !members.isEmpty else { return "[:]" }
      let parts = members.sorted { $0.key < $1.key }
        .map { "\($0.key.swiftLiteral): \($0.value.swiftLiteral)" }
      return "[\(parts.joined(separator: ", "))]"
    case .bool, .integer, .double:
      return description
    }
  }
}
