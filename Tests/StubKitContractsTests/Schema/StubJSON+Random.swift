import StubKit

extension StubJSON {
  /// A random value, nested at most so deep.
  static func random(using random: inout SeededRandom, depth: Int) -> StubJSON {
    let texts = [
      "", "a", "b", "é", "😀", "a\"b\\c\n", "2024-01-31", "long text with many words in it",
    ]
    switch Int.random(in: 0...(depth > 0 ? 8 : 5), using: &random) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &random))
    case 2: return .integer(Int.random(in: -3...12, using: &random))
    case 3: return .double(Double(Int.random(in: -400...400, using: &random)) / 100)
    case 4, 5: return .string(texts.randomElement(using: &random) ?? "")
    case 6:
      return .array(
        (0..<Int.random(in: 0...4, using: &random)).map { _ in
          .random(using: &random, depth: depth - 1)
        })
    default:
      let names = ["a", "b", "c", "name", "é", "x y"].shuffled(using: &random)
      return .object(
        Dictionary(
          uniqueKeysWithValues: names.prefix(Int.random(in: 0...4, using: &random)).map {
            ($0, .random(using: &random, depth: depth - 1))
          }))
    }
  }
}
