import CStubKit

/// Writes values as JSON or as Swift literals, without recursion.
struct JSONWriter {
  enum Style {
    case json
    /// JSON that also escapes characters which are invisible or change the text around them.
    case visibleJSON
    case swift
  }

  let style: Style

  private enum Step {
    case text(String)
    case value(StubJSON)
  }

  /// Stops after about `limit` bytes, for callers that need only the start.
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
          let label = style == .swift ? name.swiftLiteral + ": " : jsonLiteral(name) + ":"
          return [Step.text(separator), .text(label), .value(value)]
        }
        let (open, close) = style == .swift ? ("[", "]") : ("{", "}")
        pending += ([.text(open)] + steps.dropFirst() + [.text(close)]).reversed()
      case .value(let scalar): write(scalar, to: &text)
      }
    }
    return text
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

  /// The C function stops before a character that it cannot judge, which is then written here.
  private func jsonLiteral(_ string: String) -> String {
    var text = "\""
    string.withBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      withUnsafeTemporaryAllocation(
        of: UInt8.self, capacity: min(6 * bytes.count + 13, 1 << 14)
      ) { piece in
        var place = 0
        while place < bytes.count, let room = piece.baseAddress {
          let count = stubkit_write_json(
            start, &place, bytes.count, style == .visibleJSON, room, piece.count)
          text += String(decoding: Bytes(start: room, count: count), as: UTF8.self)
          guard count == 0 else { continue }
          let next = String(decoding: bytes[place...].prefix(4), as: UTF8.self)
          let scalar = next.unicodeScalars.first ?? "\u{FFFD}"
          text += scalar.isControl ? Self.escape(scalar) : String(scalar)
          place += UTF8.width(scalar)
        }
      }
    }
    return text + "\""
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    String(scalar).utf16.map { unit in
      let digits = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }.joined()
  }
}
