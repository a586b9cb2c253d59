import StubKit

/// Random values, and YAML documents that represent them in random styles.
struct RandomYAML {
  var random: SeededRandom

  init(seed: UInt64) {
    random = SeededRandom(seed: seed)
  }

  mutating func number(below limit: Int) -> Int { Int(random.next() % UInt64(limit)) }

  /// True with a probability of one in `count`.
  mutating func chance(_ count: Int) -> Bool { number(below: count) == 0 }

  mutating func pick<Choice>(_ choices: [Choice]) -> Choice {
    choices[number(below: choices.count)]
  }

  mutating func value(depth: Int = 4) -> StubJSON {
    switch number(below: depth > 0 ? 10 : 5) {
    case 0: return pick([nil, true, false])
    case 1: return .integer(pick([0, -1, 200, .max, .min, number(below: 1_000)]))
    case 2: return .double(pick([0.5, -1.25, 1e30, 2.5e-7, 3]))
    case 3, 4: return .string(string())
    case 5, 6, 7:
      var members: [String: StubJSON] = [:]
      for _ in 0..<number(below: 5) { members[string()] = value(depth: depth - 1) }
      return .object(members)
    default:
      return .array((0..<number(below: 4)).map { _ in value(depth: depth - 1) })
    }
  }

  private static let words = [
    "a", "order", "it's", "12", "-1", "- x", "true", "null", "~", "#", "a#b", " # c", ": ", "a:b",
    ":",
    "http://a.test/?b={c}", "/users/{id}", "[x]", "{", "}", ",", "\"", "\\", "\n", "\n\n", "\t",
    " ", "  ",
    "é", "😀", "\u{7F}", "\u{85}", "\u{2028}", "\u{1}", "---", "...", "? ", "&a", "*a", "!b", "%c",
    "@d", "`",
    "|", ">", "<<", "=", "0x1F", "1e3", ".inf", "the end",
  ]

  mutating func string() -> String {
    if chance(2) {
      let words = (0..<number(below: 6)).map { _ in
        pick(["order", "of", "the", "é", "/shop", "a.b", "7"])
          + pick([" ", " ", " ", "\n", "\n\n", "\n  "])
      }
      return (chance(8) ? "\n" : "") + words.joined()
        + pick(["end", "end", "end\n", "end\n\n", ""])
    }
    return (0..<number(below: pick([2, 3, 6]))).map { _ in
      pick(Self.words) + (chance(3) ? " " : "")
    }.joined()
  }
}

extension RandomYAML {
  mutating func document(_ value: StubJSON) -> String {
    let start = pick(["", "# first\n", "%YAML 1.2\n---", "---", "\n\n"])
    let text = start + block(value, in: -1, allowsCompact: false)
    return text + (text.hasSuffix("\n") ? "\n" : pick(["", "\n", "\n...\n", "\n# last"]))
  }

  /// The text after a name or dash of a collection at `column`: on the same line, or on lines of its own.
  private mutating func block(
    _ value: StubJSON, in column: Int, isMember: Bool = false, allowsCompact: Bool
  ) -> String {
    var entries: [(String, StubJSON)]
    let isList: Bool
    switch value {
    case .array(let elements) where !elements.isEmpty && !chance(4):
      entries = elements.map { ("-", $0) }
      isList = true
    case .object(let members) where !members.isEmpty && !chance(4):
      entries = members.sorted { $0.key < $1.key }.map {
        (name($0.key, isInFlow: false) + ":", $0.value)
      }
      isList = false
    case .array, .object: return " " + flow(value, in: column) + pick(["", " # why"])
    default: return scalar(value, in: column)
    }
    let isCompact = allowsCompact && chance(2)
    // A list in a mapping may be indented like its name.
    let isAtName = isMember && isList && column >= 0 && chance(2)
    let inner = isCompact ? column + 2 : isAtName ? column : column + 1 + number(below: 3)
    let indentation = String(repeating: " ", count: inner)
    let lines = entries.map { start, value in
      (chance(8) ? "\(indentation)# note\n" : "") + indentation + start
        + block(value, in: inner, isMember: !isList, allowsCompact: isList)
    }
    let text = lines.joined(separator: "\n")
    if isCompact, !text.hasPrefix("\(indentation)#") { return " " + text.dropFirst(inner) }
    return (chance(6) ? " # below" : "") + "\n" + text
  }

  private mutating func name(_ text: String, isInFlow: Bool) -> String {
    let isWord = text != "<<" && isPlain(text, isInFlow: isInFlow)
    return isWord && chance(2) ? text : quoted(text, in: nil)
  }

  mutating func flow(_ value: StubJSON, in column: Int) -> String {
    let gap = { (self: inout Self) in
      self.pick(["", "", " ", "\n" + String(repeating: " ", count: column + 1), " \t"])
    }
    switch value {
    case .array(let elements):
      let items = elements.map { element in
        if case .object(let members) = element, members.count == 1, let member = members.first,
          chance(2)
        {
          return gap(&self) + name(member.key, isInFlow: true) + ": "
            + flow(member.value, in: column)
        }
        return gap(&self) + flow(element, in: column)
      }
      return "[" + items.joined(separator: ",") + (items.isEmpty || chance(2) ? "" : " ,")
        + gap(&self) + "]"
    case .object(let members):
      let items = members.sorted { $0.key < $1.key }.map { key, value in
        gap(&self) + name(key, isInFlow: true) + gap(&self) + ": " + flow(value, in: column)
      }
      return "{" + items.joined(separator: ",") + (items.isEmpty || chance(2) ? "" : ",")
        + gap(&self) + "}"
    case .string(let text):
      return isPlain(text, isInFlow: true) && !Self.isTyped(text) && chance(2)
        ? text : quoted(text, in: column)
    default: return bare(value)
    }
  }

  private mutating func scalar(_ value: StubJSON, in column: Int) -> String {
    guard case .string(let text) = value else {
      return value == nil && chance(2) ? "" : " " + bare(value) + pick(["", "  ", " # so"])
    }
    let lines = String(repeating: " ", count: column + 1 + number(below: 2))
    switch number(below: 5) {
    case 0 where isPlain(text, isInFlow: false) && !Self.isTyped(text):
      return " " + text.replacingSpaces(with: chance(2) ? "\n\(lines)" : " ")
    case 1, 2:
      if let block = blockScalar(text, in: max(column, 0)) { return block }
    default: break
    }
    return " " + quoted(text, in: column)
  }

  private mutating func bare(_ value: StubJSON) -> String {
    switch value {
    case .bool(let bool): pick(bool ? ["true", "True", "TRUE"] : ["false", "False", "FALSE"])
    case .null: pick(["null", "~", "Null", "NULL"])
    default: value.description
    }
  }

  /// Whether the text can be written without quotes; some other texts can, too.
  private func isPlain(_ text: String, isInFlow: Bool) -> Bool {
    guard let first = text.unicodeScalars.first, first.properties.isAlphabetic || first == "/"
    else {
      return false
    }
    let isSimple = text.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || $0.properties.numericType != nil
        || "/ .?='-&".unicodeScalars.contains($0)
        || !isInFlow && "{},[]".unicodeScalars.contains($0)
    }
    return isSimple && !text.hasSuffix(" ") && !text.contains("  ")
  }

  private static func isTyped(_ text: String) -> Bool {
    ["true", "false", "null"].contains(text.lowercased())
  }
}

extension String {
  /// Replaces the spaces between letters, where a scalar may continue on another line.
  func replacingSpaces(with fold: String) -> String {
    let scalars = Array(unicodeScalars)
    return scalars.indices.map { index in
      let isFoldable =
        scalars[index] == " " && index > 0 && index + 1 < scalars.count
        && scalars[index - 1].properties.isAlphabetic && scalars[index + 1].properties.isAlphabetic
      return isFoldable ? fold : String(scalars[index])
    }.joined()
  }
}
