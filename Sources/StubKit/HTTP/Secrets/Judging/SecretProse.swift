/// Finds secrets in sentences: `Invalid password 'hunter2'`, `your code is 482913`.
enum SecretProse {
  typealias Bytes = UnsafeBufferPointer<UInt8>

  private static let words: [StaticString] = [
    "password", "passcode", "passphrase", "token", "secret", "api key", "pin", "code",
  ]

  /// The first bytes of the words.
  static let beginnings: Set<UInt8> = Set("ptsacPTSAC".utf8)

  /// Returns the secret after the word that begins here; nil if there is none.
  static func secret(_ bytes: Bytes, from start: Int) -> Range<Int>? {
    guard let word = word(bytes, from: start) else { return nil }
    let end = start + word.utf8CodeUnitCount
    guard var place = skippingBlanks(bytes, from: end), place > end else { return nil }
    let isSaid = ["is ", "was "].contains { bytes.hasBytesIgnoringCase($0, at: place) }
    if isSaid {
      while bytes[place] != .space { place += 1 }
      place = skippingBlanks(bytes, from: place) ?? place
    }
    guard place < bytes.count else { return nil }
    let quote = bytes[place]
    if quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "`") {
      return quoted(by: quote, in: bytes, from: place + 1)
    }
    return isSaid ? bare(bytes, from: place) : nil
  }

  private static func word(_ bytes: Bytes, from start: Int) -> StaticString? {
    var index = 0
    while index < words.count {
      let word = words[index]
      if bytes[start] | 0x20 == word.utf8Start[0], bytes.hasBytesIgnoringCase(word, at: start) {
        return word
      }
      index += 1
    }
    return nil
  }

  private static func skippingBlanks(_ bytes: Bytes, from start: Int) -> Int? {
    bytes.firstPlace(from: start) { !$0.isBlank }
  }

  /// A single word between quotes.
  private static func quoted(by quote: UInt8, in bytes: Bytes, from start: Int) -> Range<Int>? {
    let most = bytes.longestWord(from: start)
    guard let end = most.firstPlace(where: { $0 == quote || $0 <= 0x20 }), most[end] == quote,
      end >= 4
    else { return nil }
    return start..<start + end
  }

  /// A word with a digit, unlike the words of a sentence.
  private static func bare(_ bytes: Bytes, from start: Int) -> Range<Int>? {
    let most = bytes.longestWord(from: start)
    var end = most.firstPlace { $0 <= 0x20 || "\"'<>`,;".utf8.contains($0) } ?? most.count
    while end > 0, ".!?)".utf8.contains(most[end - 1]) { end -= 1 }
    let word = most.slice(0..<end)
    guard word.count >= 4, word.contains(where: { $0 &- 0x30 < 10 }) else { return nil }
    return start..<start + end
  }
}
