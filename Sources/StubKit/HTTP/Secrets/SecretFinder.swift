/// Finds secrets in texts, in each form in which they may be written, in one walk over the bytes.
struct SecretFinder: Sendable {
  typealias Bytes = UnsafeBufferPointer<UInt8>

  /// A secret as it may be written.
  private struct Form {
    let bytes: [UInt8]
    /// Whether it is a word or a number, which is meant only where it stands alone.
    let isWord: Bool
  }

  /// The forms, those with the same first bytes together, the longest first.
  private var forms: [Form] = []
  /// Where the forms of one beginning start, in a table by the hash of their first four bytes.
  private var starts: [Int32]
  /// Which two bytes any form begins with, a bit for each.
  private var beginnings: [UInt64]
  /// Whether a secret has something in it that is written in another way in some places.
  private let mayBeEncoded: Bool

  init(_ secrets: Set<[UInt8]>) {
    mayBeEncoded = secrets.contains { !$0.allSatisfy(Self.isPlain) }
    var all: Set<[UInt8]> = []
    for secret in secrets {
      all.insert(secret)
      if secret.contains(.space) { all.insert(secret.map { $0 == .space ? .plus : $0 }) }
      let base64 = Base64.encode(secret)
      let padding = [UInt8](repeating: .equals, count: (3 - secret.count % 3) % 3)
      for text in [base64, base64 + padding] + (secret.count >= 8 ? Base64.within(secret) : []) {
        all.insert(text)
        all.insert(Base64.forURL(text))
      }
    }
    forms = all.map { Form(bytes: $0, isWord: secrets.contains($0) && Self.isWord($0)) }
      .sorted { left, right in
        let (first, second) = (Self.key(left.bytes), Self.key(right.bytes))
        return first != second ? first < second : left.bytes.count > right.bytes.count
      }
    var size = 64
    while size < forms.count * 2 { size *= 2 }
    starts = [Int32](repeating: -1, count: size)
    beginnings = [UInt64](repeating: 0, count: 1024)
    for (index, form) in forms.enumerated() {
      let pair = Int(form.bytes[0]) << 8 | Int(form.bytes[1])
      beginnings[pair >> 6] |= 1 << UInt64(pair & 63)
      let key = Self.key(form.bytes)
      if index > 0, Self.key(forms[index - 1].bytes) == key { continue }
      var slot = Self.slot(key, size)
      while starts[slot] >= 0 { slot = (slot + 1) & (size - 1) }
      starts[slot] = Int32(index)
    }
  }

  /// Whether bytes are the same in every encoding.
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte.isASCIIAlphanumeric || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
      || byte == .dot
  }

  /// Whether a secret is nothing but letters or nothing but digits, and not too long for a word.
  private static func isWord(_ secret: [UInt8]) -> Bool {
    guard secret.count < 12 else { return false }
    return secret.allSatisfy { $0 &- 0x30 < 10 }
      || secret.allSatisfy { ($0 | 0x20) &- 0x61 < 26 }
  }

  private static func key(_ bytes: [UInt8]) -> UInt32 {
    UInt32(bytes[0]) << 24 | UInt32(bytes[1]) << 16 | UInt32(bytes[2]) << 8 | UInt32(bytes[3])
  }

  private static func slot(_ key: UInt32, _ size: Int) -> Int {
    Int((UInt64(key) &* 0x9E37_79B9_7F4A_7C15) >> 40) & (size - 1)
  }

  /// The places of secrets, none of which overlaps another; they are in order.
  func ranges(in bytes: Bytes) -> [Range<Int>] {
    var ranges = plainRanges(in: bytes)
    guard mayBeEncoded else { return ranges }
    for view in DecodedView.all(of: bytes) {
      view.bytes.withUnsafeBufferPointer { decoded in
        for range in plainRanges(in: decoded) { ranges.append(view.original(of: range)) }
      }
    }
    return ranges.merged
  }

  /// The same, without looking through encodings.
  private func plainRanges(in bytes: Bytes) -> [Range<Int>] {
    guard bytes.count >= 4 else { return [] }
    var ranges: [Range<Int>] = []
    beginnings.withUnsafeBufferPointer { beginnings in
      var pair = Int(bytes[0])
      for position in 0..<(bytes.count - 3) {
        pair = (pair << 8 | Int(bytes[position + 1])) & 0xFFFF
        guard beginnings[pair >> 6] >> UInt64(pair & 63) & 1 == 1,
          let length = longest(at: position, in: bytes)
        else { continue }
        // What overlaps is taken out as one, so that no part of either stays behind.
        if let last = ranges.last, last.upperBound > position {
          ranges[ranges.count - 1] = last.lowerBound..<max(last.upperBound, position + length)
        } else {
          ranges.append(position..<(position + length))
        }
      }
    }
    return ranges
  }

  /// The length of the longest form that begins here.
  private func longest(at position: Int, in bytes: Bytes) -> Int? {
    let key =
      UInt32(bytes[position]) << 24 | UInt32(bytes[position + 1]) << 16
      | UInt32(bytes[position + 2]) << 8 | UInt32(bytes[position + 3])
    var slot = Self.slot(key, starts.count)
    while starts[slot] >= 0 {
      var index = Int(starts[slot])
      if Self.key(forms[index].bytes) == key {
        while index < forms.count, Self.key(forms[index].bytes) == key {
          let form = forms[index]
          if bytes.hasBytes(form.bytes, at: position),
            !form.isWord || isAlone(position..<(position + form.bytes.count), in: bytes)
          {
            return form.bytes.count
          }
          index += 1
        }
        return nil
      }
      slot = (slot + 1) & (starts.count - 1)
    }
    return nil
  }

  /// Whether neither a letter nor a digit stands beside it, but as part of an escape.
  private func isAlone(_ range: Range<Int>, in bytes: Bytes) -> Bool {
    if range.upperBound < bytes.count, bytes[range.upperBound].isASCIIAlphanumeric { return false }
    let start = range.lowerBound
    guard start > 0, bytes[start - 1].isASCIIAlphanumeric else { return true }
    if start >= 2, bytes[start - 2] == UInt8(ascii: "\\") { return true }
    return start >= 3 && bytes[start - 3] == .percent
  }
}

extension [Range<Int>] {
  /// The same places in order, those that overlap as one.
  var merged: [Range<Int>] {
    guard count > 1 else { return self }
    var result: [Range<Int>] = []
    for range in sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = result.last, last.upperBound > range.lowerBound {
        result[result.count - 1] =
          last.lowerBound..<Swift.max(last.upperBound, range.upperBound)
      } else {
        result.append(range)
      }
    }
    return result
  }
}
