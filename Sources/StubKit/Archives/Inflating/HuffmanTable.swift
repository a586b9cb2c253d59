/// Decodes the symbols of a compressed block from their bit codes.
struct HuffmanTable {
  /// The number of codes of each length, from 0 to 15 bits.
  private let counts: [Int]
  /// The symbols in the order of their codes.
  private let symbols: [Int]

  /// Builds the codes from each symbol's code length; 0 marks an unused symbol.
  init(lengths: ArraySlice<Int>) throws(Inflater.Failure) {
    var counts = [Int](repeating: 0, count: 16)
    for length in lengths { counts[length] += 1 }
    counts[0] = 0
    var left = 1
    for count in counts.dropFirst() {
      left = left * 2 - count
      guard left >= 0 else {
        throw Inflater.Failure(description: "it has more codes than their lengths allow")
      }
    }
    self.counts = counts
    symbols = (1...15).flatMap { length in
      lengths.enumerated().lazy.filter { $0.element == length }.map(\.offset)
    }
  }

  func symbol(from bits: inout BitReader) throws(Inflater.Failure) -> Int {
    var code = 0
    var first = 0
    var index = 0
    for length in 1...15 {
      code |= try bits.take(1)
      let count = counts[length]
      if code - first < count { return symbols[index + code - first] }
      index += count
      first = (first + count) * 2
      code *= 2
    }
    throw Inflater.Failure(description: "it has bits that are not a code")
  }

  /// Reads the two tables at the start of a block that defines its own codes.
  static func described(
    in bits: inout BitReader
  ) throws(Inflater.Failure) -> (literals: HuffmanTable, distances: HuffmanTable) {
    let literalCount = try bits.take(5) + 257
    let distanceCount = try bits.take(5) + 1
    let orderCount = try bits.take(4) + 4
    var orderLengths = [Int](repeating: 0, count: 19)
    for position in order.prefix(orderCount) { orderLengths[position] = try bits.take(3) }
    let table = try HuffmanTable(lengths: orderLengths[...])

    var lengths: [Int] = []
    while lengths.count < literalCount + distanceCount {
      let symbol = try table.symbol(from: &bits)
      guard symbol > 15 else {
        lengths.append(symbol)
        continue
      }
      let repeated = symbol == 16 ? lengths.last : 0
      guard let repeated else {
        throw Inflater.Failure(description: "it repeats a code length before there is one")
      }
      let count =
        switch symbol {
        case 16: try bits.take(2) + 3
        case 17: try bits.take(3) + 3
        default: try bits.take(7) + 11
        }
      guard lengths.count + count <= literalCount + distanceCount else {
        throw Inflater.Failure(description: "it has more code lengths than were announced")
      }
      lengths += [Int](repeating: repeated, count: count)
    }
    return (
      try HuffmanTable(lengths: lengths[..<literalCount]),
      try HuffmanTable(lengths: lengths[literalCount...])
    )
  }

  /// The order in which a block gives the lengths of its code-length codes (RFC 1951, 3.2.7).
  private static let order = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
  ]

  /// The predefined literal codes, for blocks that define none.
  static let fixedLiterals = HuffmanTable(
    valid: [(8, 144), (9, 112), (7, 24), (8, 8)].flatMap { length, count in
      [Int](repeating: length, count: count)
    })
  /// The predefined distance codes, for blocks that define none.
  static let fixedDistances = HuffmanTable(valid: [Int](repeating: 5, count: 30))

  private init(valid lengths: [Int]) {
    counts = (0...15).map { length in length == 0 ? 0 : lengths.count { $0 == length } }
    symbols = (1...15).flatMap { length in
      lengths.enumerated().lazy.filter { $0.element == length }.map(\.offset)
    }
  }
}

/// The value of a length or distance symbol: a base plus the number in some extra bits.
struct CopyCode {
  let base: Int
  let extraBits: Int

  /// The length for an index counted from the first length symbol; nil if out of range.
  static func length(_ index: Int) -> CopyCode? {
    switch index {
    case 0..<8: CopyCode(base: 3 + index, extraBits: 0)
    case 8..<28:
      CopyCode(
        base: 3 + (4 + index % 4) << (index / 4 - 1), extraBits: index / 4 - 1)
    case 28: CopyCode(base: 258, extraBits: 0)
    default: nil
    }
  }

  /// The distance for a symbol; nil if out of range.
  static func distance(_ index: Int) -> CopyCode? {
    switch index {
    case 0..<4: CopyCode(base: 1 + index, extraBits: 0)
    case 4..<30:
      CopyCode(base: 1 + (2 + index % 2) << (index / 2 - 1), extraBits: index / 2 - 1)
    default: nil
    }
  }
}
