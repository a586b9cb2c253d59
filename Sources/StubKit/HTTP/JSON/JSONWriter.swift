/// Writes values as JSON or as Swift literals, without recursion.
struct JSONWriter {
  enum Style {
    case json
    /// JSON with control characters escaped.
    case visibleJSON
    case swift
  }

  let style: Style

  private enum Step {
    case text(String)
    case value(StubJSON)
  }

  /// The text of a value, with object members sorted by name.
  ///
  /// - Parameter limit: Stops after about this many bytes, for callers that need only the start.
  func text(of value: StubJSON, upTo limit: Int = .max) -> String {
    var text = ""
    var pending = [Step.value(value)]
    while text.utf8.count <= limit, let step = pending.popLast() {
      switch step {
      case .text(let piece): text += piece
      case .value(.array(let elements)):
        let steps = elements.flatMap { [Step.text(separator), .value($0)] }.dropFirst()
        pending += ([.text("[")] + steps + [.text("]")]).reversed()
      case .value(.object(let members)) where members.isEmpty && style == .swift:
        text += "[:]"
      case .value(.object(let members)):
        let steps = members.sorted { $0.key < $1.key }.flatMap { name, value in
          [Step.text(separator), .text(label(name)), .value(value)]
        }
        let (open, close) = style == .swift ? ("[", "]") : ("{", "}")
        pending += ([.text(open)] + steps.dropFirst() + [.text(close)]).reversed()
      case .value(let scalar): write(scalar, to: &text)
      }
    }
    return text
  }

  private func label(_ name: String) -> String {
    style == .swift ? name.swiftLiteral + ": " : jsonLiteral(name) + ":"
  }

  private var separator: String { style == .swift ? ", " : "," }

  private func write(_ scalar: StubJSON, to text: inout String) {
    switch scalar {
    case .bool(let value): text += value ? "true" : "false"
    case .integer(let value): text += value.description
    case .double(let value) where value.isFinite: text += value.description
    case .string(let value): text += style == .swift ? value.swiftLiteral : jsonLiteral(value)
    case .null, .double, .array, .object: text += style == .swift ? "nil" : "null"
    }
  }

  /// The string in quotes, with as few escapes as the style allows.
  private func jsonLiteral(_ string: String) -> String {
    // Nearly all strings need no escapes, and some are whole bodies.
    let isSpecial = string.withBytes { bytes in
      bytes.contains {
        $0 < 0x20 || $0 == 0x22 || $0 == 0x5C || $0 >= 0x7F && style == .visibleJSON
      }
    }
    if !isSpecial { return "\"" + string + "\"" }
    var text = "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "\u{8}": text += "\\b"
      case "\u{C}": text += "\\f"
      case _ where scalar.value < 0x20 || style == .visibleJSON && scalar.isControl:
        for unit in UTF16.encode(scalar) ?? .init() {
          let digits = String(unit, radix: 16)
          text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}
