/// Finds values in any text, in every encoding, in one pass over the bytes.
///
/// Escapes are undone first, in the text and in the value; only base64 remains.
package struct SecretFinder: Sendable {
  package typealias Bytes = UnsafeBufferPointer<UInt8>

  /// A place with a secret, or a part of it.
  package struct Match: Equatable {
    package var range: Range<Int>
    package let secret: [UInt8]
    package let coding: Coding
  }

  /// The encoding of a secret.
  package enum Coding: Equatable {
    case plain
    case base64(isURL: Bool, isPadded: Bool)
    /// In base64, together with neighbouring bytes.
    case within
  }

  private struct Form {
    let bytes: [UInt8]
    let secret: [UInt8]
    let coding: Coding
    /// Whether it is a plain word or number, which counts only where it stands alone.
    let isWord: Bool
  }

  /// The forms by their first four bytes, the longest first.
  private var forms: [UInt32: [Form]] = [:]
  /// The first two bytes of all forms, a bit for each pair.
  private var beginnings = [UInt64](repeating: 0, count: 1024)
  /// The longest written form, with nested escapes.
  private var reach = 64

  package init(_ secrets: [[UInt8]]) {
    for secret in secrets {
      let isWord = secret.count < 12 && Self.isWord(secret)
      for (written, coding) in Self.forms(of: secret) {
        var form = written.withUnsafeBufferPointer { UndoneText($0).bytes }
        // The meaning of a trailing backslash would depend on the following byte.
        while form.last == UInt8(ascii: "\\") { form.removeLast() }
        guard form.count >= 4 else { continue }
        reach = max(reach, 8 * form.count)
        let pair = Int(form[0]) << 8 | Int(form[1])
        beginnings[pair >> 6] |= 1 << UInt64(pair & 63)
        forms[Self.key(form), default: []]
          .append(
            Form(
              bytes: form, secret: secret, coding: coding, isWord: isWord && coding == .plain))
      }
    }
    for key in forms.keys { forms[key]?.sort { $0.bytes.count > $1.bytes.count } }
  }

  /// Returns the plain form, and the forms in base64 alone and within other bytes.
  private static func forms(of secret: [UInt8]) -> [(written: [UInt8], coding: Coding)] {
    var forms: [(written: [UInt8], coding: Coding)] = [(secret, .plain)]
    if secret.count >= 16, SecretShape(of: secret).ignoresCase {
      let lower = secret.map(\.asciiLowercased)
      let upper = Array(String(decoding: secret, as: UTF8.self).uppercased().utf8)
      forms += [lower, upper].filter { $0 != secret }.map { ($0, .plain) }
    }
    func add(_ text: [UInt8], _ coding: (_ isURL: Bool) -> Coding) {
      forms.append((text, coding(false)))
      let other = Base64.forURL(text)
      if other != text { forms.append((other, coding(true))) }
    }
    // The replacement of one without padding may need some.
    let needsPadding = secret.count % 3 > 0
    add(Base64.encode(secret)) { .base64(isURL: $0, isPadded: !needsPadding && !$0) }
    if needsPadding {
      add(Base64.encode(secret, isURL: false, isPadded: true)) {
        .base64(isURL: $0, isPadded: true)
      }
    }
    if secret.count >= 8 { for text in Base64.within(secret) { add(text) { _ in .within } } }
    return forms
  }

  /// Whether a secret consists of letters only or digits only.
  private static func isWord(_ secret: [UInt8]) -> Bool {
    secret.allSatisfy { $0 &- 0x30 < 10 } || secret.allSatisfy { ($0 | 0x20) &- 0x61 < 26 }
  }

  private static func key(_ bytes: [UInt8]) -> UInt32 {
    UInt32(bytes[0]) << 24 | UInt32(bytes[1]) << 16 | UInt32(bytes[2]) << 8 | UInt32(bytes[3])
  }

  /// Returns the places of secrets in order; overlapping ones are merged, so that no part of either
  /// remains.
  ///
  /// - Parameter window: The number of bytes that are undone at a time, which takes nine times the memory.
  package func matches(in bytes: Bytes, window: Int = 1 << 20) -> [Match] {
    guard UndoneText.hasEscapes(bytes) else { return plainMatches(in: bytes) }
    var matches: [Match] = []
    for start in stride(from: 0, to: bytes.count, by: window) {
      let first = max(0, start - reach)
      let last = min(bytes.count, start + window + reach)
      let undone = UndoneText(bytes.slice(first..<last))
      undone.bytes.withUnsafeBufferPointer { plain in
        for var match in plainMatches(in: plain) {
          let written = undone.written(match.range)
          match.range = written.lowerBound + first..<written.upperBound + first
          matches.append(match)
        }
      }
    }
    return matches.merged
  }

  private func plainMatches(in bytes: Bytes) -> [Match] {
    guard bytes.count >= 4 else { return [] }
    var matches: [Match] = []
    beginnings.withUnsafeBufferPointer { beginnings in
      var pair = Int(bytes[0])
      var position = 0
      while position < bytes.count - 3 {
        pair = (pair << 8 | Int(bytes[position + 1])) & 0xFFFF
        if beginnings[pair >> 6] >> UInt64(pair & 63) & 1 == 1,
          let form = form(at: position, in: bytes)
        {
          let end = position + form.bytes.count
          if let last = matches.last?.range, last.upperBound > position {
            matches[matches.count - 1].range = last.lowerBound..<max(last.upperBound, end)
          } else {
            matches.append(
              Match(range: position..<end, secret: form.secret, coding: form.coding))
          }
        }
        position += 1
      }
    }
    return matches
  }

  /// Returns the longest form that begins here; nil if there is none.
  private func form(at start: Int, in bytes: Bytes) -> Form? {
    let key =
      UInt32(bytes[start]) << 24 | UInt32(bytes[start + 1]) << 16
      | UInt32(bytes[start + 2]) << 8 | UInt32(bytes[start + 3])
    return forms[key]?.first { form in
      bytes.hasBytes(form.bytes, at: start)
        && (!form.isWord || Self.isAlone(start..<start + form.bytes.count, in: bytes))
    }
  }

  /// Whether neither a letter nor a digit stands beside it.
  private static func isAlone(_ range: Range<Int>, in bytes: Bytes) -> Bool {
    let (start, end) = (range.lowerBound, range.upperBound)
    return (end == bytes.count || !bytes[end].isASCIIAlphanumeric)
      && (start == 0 || !bytes[start - 1].isASCIIAlphanumeric)
  }
}

extension [SecretFinder.Match] {
  /// The places in order, with overlapping ones merged.
  var merged: [SecretFinder.Match] {
    guard count > 1 else { return self }
    var result: [SecretFinder.Match] = []
    for match in sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      if let last = result.last?.range, last.upperBound > match.range.lowerBound {
        let end = Swift.max(last.upperBound, match.range.upperBound)
        result[result.count - 1].range = last.lowerBound..<end
      } else {
        result.append(match)
      }
    }
    return result
  }
}
