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
      case .value(.array(let elements)): pending += steps(for: elements).reversed()
      case .value(.object(let members)): pending += steps(for: members).reversed()
      case .value(let scalar): write(scalar, to: &text)
      }
    }
    return text
  }

  private func steps(for elements: [StubJSON]) -> [Step] {
    var steps = [Step.text("[")]
    for (index, element) in elements.enumerated() {
      if index > 0 { steps.append(.text(separator)) }
      steps.append(.value(element))
    }
    return steps + [.text("]")]
  }

  private func steps(for members: [String: StubJSON]) -> [Step] {
    if style == .swift, members.isEmpty { return [.text("[:]")] }
    var steps = [Step.text(style == .swift ? "[" : "{")]
    for (index, member) in members.sorted(by: { $0.key < $1.key }).enumerated() {
      let name =
        style == .swift ? member.key.swiftLiteral + ": " : jsonLiteral(member.key) + ":"
      steps.append(.text(index > 0 ? separator + name : name))
      steps.append(.value(member.value))
    }
    return steps + [.text(style == .swift ? "]" : "}")]
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
    let isPlain = string.withBytes { bytes in
      for byte in bytes where Self.isSpecial(byte) || byte >= 0x7F && style == .visibleJSON {
        return false
      }
      return true
    }
    // Nearly all strings need no escapes, and some are whole bodies.
    if isPlain { return "\"" + string + "\"" }
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

  /// Whether a byte must be escaped in every style.
  private static func isSpecial(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }
}
