/// Finds values in any text, in each form in which they may be written, in one walk over the bytes.
///
/// Escapes are undone before, in the text and in the value; what is left is base64.
struct SecretFinder: Sendable {
  typealias Bytes = UnsafeBufferPointer<UInt8>

  private struct Form {
    let bytes: [UInt8]
    /// Whether it is a word or a number, which is meant only where it stands alone.
    let isWord: Bool
  }

  /// The forms by their first four bytes, the longest first.
  private var forms: [UInt32: [Form]] = [:]
  /// Which two bytes any form begins with, a bit for each.
  private var beginnings = [UInt64](repeating: 0, count: 1024)
  /// How far what is written of a form may reach, with escapes within escapes.
  private var reach = 64

  init(_ secrets: [[UInt8]]) {
    for secret in secrets {
      let isWord = secret.count < 12 && Self.isWord(secret)
      for written in Self.forms(of: secret) {
        var form = written.withUnsafeBufferPointer { UndoneText($0).bytes }
        // What it escapes would depend on what follows.
        while form.last == UInt8(ascii: "\\") { form.removeLast() }
        guard form.count >= 4 else { continue }
        reach = max(reach, 8 * form.count)
        let pair = Int(form[0]) << 8 | Int(form[1])
        beginnings[pair >> 6] |= 1 << UInt64(pair & 63)
        forms[Self.key(form), default: []]
          .append(Form(bytes: form, isWord: isWord && written == secret))
      }
    }
    for key in forms.keys { forms[key]?.sort { $0.bytes.count > $1.bytes.count } }
  }

  /// As it is, and by itself or within other bytes in base64.
  private static func forms(of secret: [UInt8]) -> Set<[UInt8]> {
    var forms: Set<[UInt8]> = [secret]
    let padding = [UInt8](repeating: .equals, count: (3 - secret.count % 3) % 3)
    let whole = Base64.encode(secret)
    for text in [whole, whole + padding] + (secret.count >= 8 ? Base64.within(secret) : []) {
      forms.formUnion([text, Base64.forURL(text)])
    }
    return forms
  }

  /// Whether a secret is nothing but letters or nothing but digits.
  private static func isWord(_ secret: [UInt8]) -> Bool {
    secret.allSatisfy { $0 &- 0x30 < 10 } || secret.allSatisfy { ($0 | 0x20) &- 0x61 < 26 }
  }

  private static func key(_ bytes: [UInt8]) -> UInt32 {
    UInt32(bytes[0]) << 24 | UInt32(bytes[1]) << 16 | UInt32(bytes[2]) << 8 | UInt32(bytes[3])
  }

  /// The places of secrets, in order; what overlaps is one, so that no part of either stays behind.
  ///
  /// - Parameter window: How much is undone at a time: it takes nine times as much memory.
  func ranges(in bytes: Bytes, window: Int = 1 << 20) -> [Range<Int>] {
    guard UndoneText.hasEscapes(bytes) else { return plainRanges(in: bytes) }
    var ranges: [Range<Int>] = []
    for start in stride(from: 0, to: bytes.count, by: window) {
      let first = max(0, start - reach)
      let last = min(bytes.count, start + window + reach)
      let undone = UndoneText(bytes.slice(first..<last))
      undone.bytes.withUnsafeBufferPointer { plain in
        for range in plainRanges(in: plain) {
          let written = undone.written(range)
          ranges.append(written.lowerBound + first..<written.upperBound + first)
        }
      }
    }
    return ranges.merged
  }

  private func plainRanges(in bytes: Bytes) -> [Range<Int>] {
    guard bytes.count >= 4 else { return [] }
    var ranges: [Range<Int>] = []
    beginnings.withUnsafeBufferPointer { beginnings in
      var pair = Int(bytes[0])
      var position = 0
      while position < bytes.count - 3 {
        pair = (pair << 8 | Int(bytes[position + 1])) & 0xFFFF
        if beginnings[pair >> 6] >> UInt64(pair & 63) & 1 == 1,
          let end = end(at: position, in: bytes)
        {
          if let last = ranges.last, last.upperBound > position {
            ranges[ranges.count - 1] = last.lowerBound..<max(last.upperBound, end)
          } else {
            ranges.append(position..<end)
          }
        }
        position += 1
      }
    }
    return ranges
  }

  /// The end of the longest form that begins here; nil if none does.
  private func end(at start: Int, in bytes: Bytes) -> Int? {
    let key =
      UInt32(bytes[start]) << 24 | UInt32(bytes[start + 1]) << 16
      | UInt32(bytes[start + 2]) << 8 | UInt32(bytes[start + 3])
    for form in forms[key] ?? [] where bytes.hasBytes(form.bytes, at: start) {
      let end = start + form.bytes.count
      if !form.isWord || Self.isAlone(start..<end, in: bytes) { return end }
    }
    return nil
  }

  /// Whether neither a letter nor a digit stands beside it.
  private static func isAlone(_ range: Range<Int>, in bytes: Bytes) -> Bool {
    let (start, end) = (range.lowerBound, range.upperBound)
    return (end == bytes.count || !bytes[end].isASCIIAlphanumeric)
      && (start == 0 || !bytes[start - 1].isASCIIAlphanumeric)
  }
}
