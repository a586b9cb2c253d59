/// Parses a regular expression of sets, groups, alternatives and repetitions.
struct PatternParser {
  typealias Piece = PatternSample.Piece
  typealias Obstacle = PatternSample.Obstacle
  typealias Ranges = [ClosedRange<UInt32>]

  private var rest: Substring.UnicodeScalarView
  private var depth = 0

  init(_ source: String) {
    rest = source[...].unicodeScalars
  }

  mutating func parse() throws(Obstacle) -> Piece {
    let piece = try alternatives()
    if let scalar = rest.first { throw Obstacle(reason: "an unexpected \(scalar)") }
    return piece
  }

  private mutating func take(_ text: String) -> Bool {
    guard rest.starts(with: text.unicodeScalars) else { return false }
    rest.removeFirst(text.unicodeScalars.count)
    return true
  }

  private mutating func alternatives() throws(Obstacle) -> Piece {
    depth += 1
    defer { depth -= 1 }
    guard depth < 50 else { throw Obstacle(reason: "groups that are nested too deep") }
    var choices = [try sequence()]
    while take("|") { choices.append(try sequence()) }
    return choices.count == 1 ? choices[0] : .choice(choices)
  }

  private mutating func sequence() throws(Obstacle) -> Piece {
    var pieces: [Piece] = []
    while let scalar = rest.first, scalar != "|", scalar != ")" {
      // Anchors are skipped: a sample begins with the expression, and only probably matches.
      if take("^") || take("$") { continue }
      pieces.append(try repeated(try atom()))
    }
    return .sequence(pieces)
  }

  private mutating func atom() throws(Obstacle) -> Piece {
    if take("(") {
      try skipGroupName()
      let piece = try alternatives()
      guard take(")") else { throw Obstacle(reason: "a group without an end") }
      return piece
    }
    if take("[") { return try set() }
    if take(".") { return Self.character(in: [0x0A...0x0A, 0x0D...0x0D], isNegated: true) }
    if take("\\") { return Self.character(in: try escape()) }
    return .character([rest.removeFirst()])
  }

  private mutating func skipGroupName() throws(Obstacle) {
    guard take("?") else { return }
    // A pattern that ignores case also matches text in the case in which it is written.
    let hasOption = take("i")
    if take(":") || hasOption && rest.first == ")" { return }
    if hasOption { throw Obstacle(reason: "an unknown option") }
    guard take("<"), rest.first != "=", rest.first != "!", let end = rest.firstIndex(of: ">") else {
      throw Obstacle(reason: "a look ahead or behind")
    }
    rest = rest[rest.index(after: end)...]
  }

  private mutating func repeated(_ piece: Piece) throws(Obstacle) -> Piece {
    var bounds: (least: Int, most: Int)?
    if take("*") {
      bounds = (0, .max)
    } else if take("+") {
      bounds = (1, .max)
    } else if take("?") {
      bounds = (0, 1)
    } else if take("{") {
      let least = try count()
      bounds = (least, take(",") ? (rest.first == "}" ? .max : try count()) : least)
      guard take("}") else { throw Obstacle(reason: "a brace without an end") }
    }
    guard let bounds else { return piece }
    _ = take("?")
    return .repetition(piece, least: bounds.least, most: bounds.most)
  }

  private mutating func count() throws(Obstacle) -> Int {
    let digits = rest.prefix { ("0"..."9").contains($0) }
    rest.removeFirst(digits.count)
    guard let count = Int(String(digits)) else {
      throw Obstacle(reason: "a brace without a number")
    }
    return count
  }

  private mutating func set() throws(Obstacle) -> Piece {
    let isNegated = take("^")
    var ranges: Ranges = []
    while !take("]") {
      guard !rest.isEmpty else { throw Obstacle(reason: "a set without an end") }
      let first = try member()
      guard first.count == 1, first[0].count == 1, rest.first == "-",
        rest.dropFirst().first != "]"
      else {
        ranges += first
        continue
      }
      _ = take("-")
      let last = try member()
      guard last.count == 1, last[0].lowerBound >= first[0].lowerBound else {
        throw Obstacle(reason: "a range that ends before it begins")
      }
      ranges.append(first[0].lowerBound...last[0].upperBound)
    }
    return Self.character(in: ranges, isNegated: isNegated)
  }

  private mutating func member() throws(Obstacle) -> Ranges {
    if take("\\") { return try escape() }
    guard let scalar = rest.popFirst() else { throw Obstacle(reason: "a set without an end") }
    return [scalar.value...scalar.value]
  }

  private mutating func escape() throws(Obstacle) -> Ranges {
    guard let scalar = rest.popFirst() else { throw Obstacle(reason: "a backslash at the end") }
    let digits: Ranges = [0x30...0x39]
    let word = digits + [0x41...0x5A, 0x5F...0x5F, 0x61...0x7A]
    let space: Ranges = [0x09...0x0D, 0x20...0x20, 0xA0...0xA0]
    switch scalar {
    case "d": return digits
    case "D": return Self.others(digits)
    case "w": return word
    case "W": return Self.others(word)
    case "s": return space
    case "S": return Self.others(space)
    case "t": return [0x09...0x09]
    case "n": return [0x0A...0x0A]
    case "v": return [0x0B...0x0B]
    case "f": return [0x0C...0x0C]
    case "r": return [0x0D...0x0D]
    case "x": return try hexadecimal(2, after: "x")
    case "u" where take("{"):
      let value = try hexadecimal(rest.prefix { $0 != "}" }.count)
      _ = take("}")
      return value
    case "u": return try hexadecimal(4)
    case "0"..."9", "a"..."z", "A"..."Z": throw Obstacle(reason: "\\\(scalar)")
    default: return [scalar.value...scalar.value]
    }
  }

  private mutating func hexadecimal(
    _ count: Int, after letter: Character = "u"
  ) throws(Obstacle) -> Ranges {
    let digits = String(rest.prefix(count))
    guard let value = UInt32(digits, radix: 16), Unicode.Scalar(value) != nil else {
      throw Obstacle(reason: "\\\(letter)\(digits)")
    }
    rest.removeFirst(min(count, rest.count))
    return [value...value]
  }

  private static func others(_ ranges: Ranges) -> Ranges {
    var others: Ranges = []
    var next: UInt32 = 0
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if range.lowerBound > next { others.append(next...range.lowerBound - 1) }
      next = range.upperBound + 1
    }
    others.append(next...0x10FFFF)
    return others
  }

  /// Takes the readable characters of a set; if there are none, a few others.
  private static func character(in ranges: Ranges, isNegated: Bool = false) -> Piece {
    let usual =
      "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ -_.,:;/@#+*!?%&=<>()'\"$^~|{}[]\\`"
    let readable = usual.unicodeScalars.filter { scalar in
      ranges.contains { $0.contains(scalar.value) } != isNegated
    }
    if !readable.isEmpty { return .character(Array(readable)) }
    let others: [UInt32] = [0xE9, 0x3B1, 0x4E00, 0x1F600]
    let values =
      isNegated
      ? others.filter { other in !ranges.contains { $0.contains(other) } }
      : ranges.map(\.lowerBound)
    return .character(values.compactMap(Unicode.Scalar.init))
  }
}
