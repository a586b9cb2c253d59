extension String {
  /// A difference only in case, or in a part of a long text: `with "memebers" for "members"`.
  func difference(from expected: String) -> String? {
    guard self != expected else { return nil }
    if equalsIgnoringASCIICase(expected) { return "which differs only in case" }
    guard Swift.min(utf8.count, expected.utf8.count) >= 20, utf8.count <= 2_000,
      expected.utf8.count <= 2_000
    else { return nil }

    let found = words
    let wanted = expected.words
    let front = zip(found, wanted).prefix { $0 == $1 }.count
    let back = zip(found.dropFirst(front).reversed(), wanted.dropFirst(front).reversed())
      .prefix { $0 == $1 }.count
    let surplus = found.dropFirst(front).dropLast(back).joined()
    let missing = wanted.dropFirst(front).dropLast(back).joined()
    let longest = Swift.max(surplus.utf8.count, missing.utf8.count)
    guard longest * 2 < Swift.max(utf8.count, expected.utf8.count) else { return nil }
    if surplus.isEmpty { return "without \(missing.swiftLiteral)" }
    if missing.isEmpty { return "with an additional \(surplus.swiftLiteral)" }
    return "with \(surplus.swiftLiteral) for \(missing.swiftLiteral)"
  }

  private var words: [Substring] {
    var words: [Substring] = []
    var rest = self[...]
    while !rest.isEmpty {
      let word = rest.prefix { $0.isLetter || $0.isNumber }
      words.append(word.isEmpty ? rest.prefix(1) : word)
      rest = rest[words[words.count - 1].endIndex...]
    }
    return words
  }
}
