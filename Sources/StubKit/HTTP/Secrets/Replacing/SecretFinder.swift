import Foundation

/// Finds values in any text, in every encoding.
///
/// Values and texts are compared as written and with escapes undone; base64 has forms of its own.
package struct SecretFinder: Sendable {
  package struct Match: Equatable {
    package var range: Range<Int>
    package let secret: [UInt8]
    /// Whether the secret stands in base64, perhaps together with other bytes.
    package let isEncoded: Bool

    fileprivate func moved(to range: Range<Int>, isEncoded: Bool? = nil) -> Match {
      Match(range: range, secret: secret, isEncoded: isEncoded ?? self.isEncoded)
    }
  }

  private struct Form {
    let bytes: [UInt8]
    let secret: [UInt8]
    let isEncoded: Bool
    /// The place of the longest other form that this one begins with.
    var shorter: Int?

    /// A plain word is no part: by chance, a passphrase may contain a word that is another secret.
    func isPart(of whole: [UInt8]) -> Bool {
      if isEncoded { return secret != whole }
      return bytes.count < whole.count && secret.withUnsafeBufferPointer(SecretLook.isMadeUp)
        || bytes.count < secret.count && SecretShape.bare(secret)?.count == bytes.count
    }
  }

  /// The forms by their first four bytes; those of one key are sorted for a binary search, since
  /// tokens of one service begin alike.
  private var forms: [UInt32: [Form]] = [:]
  private var beginnings = Beginnings()

  /// Only so many secrets are found in every encoding: more would take too long.
  static let most = 5_000

  /// A shorter secret is found only where it is a whole value.
  private let least: Int

  package init(_ secrets: [[UInt8]], partsFrom least: Int = 0) {
    self.least = least
    for (index, secret) in secrets.enumerated() {
      let isPlain = secret.count < least || index >= Self.most
      for (written, isEncoded) in isPlain ? [(secret, false)] : Self.forms(of: secret) {
        let undone = UndoneText.of(written)
        for var form in undone == written ? [written] : [undone, written] {
          // A trailing backslash would form an escape with the byte after it.
          while form.last == UInt8(ascii: "\\") { form.removeLast() }
          guard form.count >= 4 else { continue }
          beginnings.insert(form)
          let key = form.withUnsafeBufferPointer { Self.key($0, at: 0) }
          forms[key, default: []].append(Form(bytes: form, secret: secret, isEncoded: isEncoded))
        }
      }
    }
    for (key, found) in forms where found.count > 1 { forms[key] = Self.sorted(found) }
  }

  private static func forms(of secret: [UInt8]) -> [(written: [UInt8], isEncoded: Bool)] {
    func cases(of text: [UInt8]) -> Set<[UInt8]> {
      let upper = text.map { ($0 | 0x20) &- 0x61 < 26 ? $0 & 0xDF : $0 }
      return [text, text.withUnsafeBufferPointer(\.lowercased), upper]
    }
    let ignoresCase = secret.count >= 16 && SecretShape(of: secret).ignoresCase
    // The secret as it was given comes first.
    let others = (ignoresCase ? cases(of: secret).subtracting([secret]) : [])
      .union(SecretShape.bare(secret).map(cases) ?? [])
    let encoded = secret.count < 6 ? [Base64.encode(secret)] : Base64.within(secret)
    return ([secret] + others).map { ($0, false) }
      + Set(encoded + encoded.map(Base64.forURL)).map { ($0, true) }
  }

  /// Of equal forms, the first one comes last, where a search begins.
  private static func sorted(_ forms: [Form]) -> [Form] {
    func order(_ form: Form, _ other: Form) -> Int {
      form.bytes.withUnsafeBufferPointer { $0.order(from: 0, beside: other.bytes) }
    }
    var sorted = forms.reversed().sorted { order($0, $1) < 0 }
    var place: Int?
    for next in sorted.indices {
      while let last = place, order(sorted[next], sorted[last]) != 0 {
        place = sorted[last].shorter
      }
      sorted[next].shorter = place
      place = next
    }
    return sorted
  }

  private static func key(_ bytes: Bytes, at place: Int) -> UInt32 {
    UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: place, as: UInt32.self)
  }

  /// Returns the places of secrets in order; overlapping ones are merged, so that no part remains.
  package func matches(in bytes: Bytes) -> [Match] {
    // Bytes that look like an escape may be none: `50%` before a value that begins with two digits.
    let asWritten = plainMatches(in: bytes)
    guard UndoneText.hasEscapes(bytes) else { return asWritten }
    let undone = UndoneText(bytes)
    let others = undone.bytes.withUnsafeBufferPointer({ plainMatches(in: $0) })
      .map { $0.moved(to: undone.written($0.range)) }
    let whole = asWritten.map { $0.moved(to: undone.whole($0.range)) }
    return whole.isEmpty ? others : Self.merged(whole + others)
  }

  /// Finds the secrets of which a client may have composed this one; each stands alone in it.
  func parts(of secret: [UInt8]) -> [Match] {
    secret.withUnsafeBufferPointer { bytes in
      plainMatches(in: bytes, partsOf: secret).filter { bytes.standsAlone($0.range) }
    }
  }

  private static func merged(_ matches: [Match]) -> [Match] {
    let sorted = matches.sorted {
      ($0.range.lowerBound, -$0.range.upperBound) < ($1.range.lowerBound, -$1.range.upperBound)
    }
    var merged: [Match] = []
    for match in sorted {
      if let last = merged.last?.range, last.upperBound > match.range.lowerBound {
        merged[merged.count - 1].range =
          last.lowerBound..<max(last.upperBound, match.range.upperBound)
      } else {
        merged.append(match)
      }
    }
    return merged
  }

  private func plainMatches(in bytes: Bytes, partsOf whole: [UInt8]? = nil) -> [Match] {
    var matches: [Match] = []
    // A part stands alone, so a search for parts skips what follows a letter or digit.
    let isPart = whole != nil
    var position = bytes.place(of: beginnings, from: 0, isName: isPart)
    while position < bytes.count - 3 {
      if let form = form(at: position, in: bytes, partsOf: whole) {
        let range = position..<position + form.bytes.count
        if !form.isEncoded {
          matches.append(Match(range: range, secret: form.secret, isEncoded: false))
        } else if let match = encoded(at: range, in: bytes, from: matches.last?.range.upperBound) {
          matches.append(match)
        }
      }
      position = bytes.place(of: beginnings, from: position + 1, isName: isPart)
    }
    return Self.merged(matches)
  }

  /// Decodes the letters around a form to find its secret: several secrets may share one form.
  private func encoded(at range: Range<Int>, in bytes: Bytes, from least: Int?) -> Match? {
    // A plus is a blank where escapes are undone.
    let letters = Base64.letters + " "
    // Otherwise a long run of letters would be searched to its end for each secret in it.
    let near = bytes.slice(0..<min(bytes.count, range.upperBound + 8))
    let end = near.end(of: letters, from: range.upperBound)
    // The letters before the form show at which offset of a group the bytes begin.
    for start in max(0, range.lowerBound - 7)...range.lowerBound
    where near.end(of: letters, from: start) == end {
      let text = near[start..<end - ((end - start) % 4 == 1 ? 1 : 0)]
        .map { $0 == .space ? .plus : $0 }
      let found = Base64.decode(text)?.withUnsafeBufferPointer { plainMatches(in: $0) } ?? []
      for match in found where !match.isEncoded {
        let first = max(start + match.range.lowerBound * 8 / 6, min(least ?? 0, range.lowerBound))
        var last = start + (match.range.upperBound * 8 + 5) / 6
        guard first <= range.lowerBound, last >= range.upperBound else { continue }
        // Padding may follow the last letter.
        if last == end { last = bytes.end(of: "=", from: end) }
        return match.moved(to: first..<last, isEncoded: true)
      }
    }
    return nil
  }

  private func form(at start: Int, in bytes: Bytes, partsOf whole: [UInt8]?) -> Form? {
    guard let forms = forms[Self.key(bytes, at: start)] else { return nil }
    let behind = forms.indices.firstPlace {
      bytes.order(from: start, beside: forms[$0].bytes) < 0
    }
    var place = behind > 0 ? behind - 1 : nil
    while let next = place {
      let form = forms[next]
      if bytes.hasBytes(form.bytes, at: start), whole.map(form.isPart) ?? true,
        form.isEncoded || counts(form, at: start, in: bytes)
      {
        return form
      }
      place = form.shorter
    }
    return nil
  }

  /// Whether a form counts here: short words and numbers must stand alone, and words and short
  /// numbers must not be the name of a member, a field, a tag or an attribute.
  private func counts(_ form: Form, at start: Int, in bytes: Bytes) -> Bool {
    let range = start..<start + form.bytes.count
    return form.secret.withUnsafeBufferPointer { secret in
      let isDigits = secret.end(of: .digit) == secret.count
      let mayBeName = secret.end(of: inName) == secret.count
      let isWord = secret.count < 12 && (isDigits || mayBeName && !secret.contains(0x5F))
      // A long number is the name of a member only in an object whose names are numbers.
      let isLong = isDigits && secret.count >= 8
      return (secret.count >= least || bytes.isValue(range))
        && (!isWord || bytes.standsAlone(range))
        && (isLong || !(isWord || mayBeName) || !bytes.isName(range))
    }
  }
}

extension Bytes {
  /// Below 0 if the bytes from `start` on precede the other ones; 0 if they begin with them.
  fileprivate func order(from start: Int, beside other: [UInt8]) -> Int {
    guard let baseAddress else { return -1 }
    let order = memcmp(baseAddress + start, other, Swift.min(count - start, other.count))
    return order == 0 && count - start < other.count ? -1 : Int(order)
  }

  /// Whether the range is the name of a member, a field, a tag or an attribute.
  fileprivate func isName(_ range: Range<Int>) -> Bool {
    var place = range.upperBound
    if place < count, ByteSet.quote.contains(self[place]) || self[place] == 0x5C {
      place = end(of: .quote + "\\", from: place)
    }
    if place < count, self[place] == .equals { return true }
    place = end(of: .white, from: place)
    let isMember = has(":", at: place) && !has("://", at: place)
    let start = range.lowerBound
    let isTag = start > 0 && (self[start - 1] == 0x3C || start > 1 && has("</", at: start - 2))
    return isMember || isTag
  }

  /// Whether the range is a whole path segment, value after `=`, string, element, number, or line.
  fileprivate func isValue(_ range: Range<Int>) -> Bool {
    let (start, end) = (range.lowerBound, range.upperBound)
    let next = end < count ? self[end] : .lineFeed
    switch start > 0 ? self[start - 1] : .lineFeed {
    case .lineFeed: return ByteSet.lineEnd.contains(next)
    case .slash, .equals: return endsValue.contains(next)
    case 0x22: return next == 0x22 || next == 0x5C
    case UInt8(ascii: ">"): return next == UInt8(ascii: "<")
    default: return isScalar(range)
    }
  }

  /// Whether the range is a whole number or literal of JSON, in whose place a text needs quotes.
  func isScalar(_ range: Range<Int>) -> Bool {
    var start = range.lowerBound
    while start > 0, self[start - 1] <= .space { start -= 1 }
    let end = end(of: .white, from: range.upperBound)
    return start > 0 && end < count && ":[,".utf8.contains(self[start - 1])
      && ",]}".utf8.contains(self[end])
  }

  func standsAlone(_ range: Range<Int>) -> Bool {
    (range.lowerBound == 0 || !self[range.lowerBound - 1].isASCIIAlphanumeric)
      && (range.upperBound == count || !self[range.upperBound].isASCIIAlphanumeric)
  }
}

private let inName: ByteSet = .letter + "_"
private let endsValue: ByteSet = .white + "/?&#;,\"'<\\"
