/// Writes JSON values, as JSON or as Swift literals, without recursing into them.
struct JSONWriter {
  /// The language in which the values are written.
  enum Style {
    case json
    case swift
  }

  let style: Style

  /// What is still to be written, the next thing last.
  private enum Step {
    case text(String)
    case value(StubJSON)
  }

  /// The text of a value, the members of objects sorted by name.
  func text(of value: StubJSON) -> String {
    var text = ""
    var pending = [Step.value(value)]
    while let step = pending.popLast() {
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
    var steps = [Step.text(style == .json ? "{" : "[")]
    for (index, member) in members.sorted(by: { $0.key < $1.key }).enumerated() {
      let name =
        style == .json ? Self.jsonLiteral(member.key) + ":" : member.key.swiftLiteral + ": "
      steps.append(.text(index > 0 ? separator + name : name))
      steps.append(.value(member.value))
    }
    return steps + [.text(style == .json ? "}" : "]")]
  }

  private var separator: String { style == .json ? "," : ", " }

  private func write(_ scalar: StubJSON, to text: inout String) {
    switch scalar {
    case .bool(let value): text += value ? "true" : "false"
    case .integer(let value): text += value.description
    case .double(let value) where value.isFinite: text += value.description
    case .string(let value): text += style == .json ? Self.jsonLiteral(value) : value.swiftLiteral
    case .null, .double, .array, .object: text += style == .json ? "null" : "nil"
    }
  }

  /// A string in quotes, with only those characters escaped that must be.
  private static func jsonLiteral(_ string: String) -> String {
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
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}
