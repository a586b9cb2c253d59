import Foundation

/// Recognises secrets by their looks, whatever their name.
package enum SecretLook {
  package typealias Bytes = UnsafeBufferPointer<UInt8>

  /// The prefixes of well-known services' keys, and the least number of letters and digits after them.
  private static let prefixes: [UInt8: [(text: [UInt8], rest: Int)]] = {
    let list: [(String, Int)] = [
      ("AKIA", 16), ("ASIA", 16), ("AIza", 30), ("AGE-SECRET-KEY-1", 20), ("SG.", 20),
      ("ghp_", 20), ("gho_", 20), ("ghu_", 20), ("ghs_", 20), ("ghr_", 20), ("github_pat_", 20),
      ("glpat-", 16), ("gldt-", 16), ("glrt-", 16), ("xoxa-", 8), ("xoxb-", 8), ("xoxc-", 8),
      ("xoxd-", 8), ("xoxe-", 8), ("xoxe.", 8), ("xoxo-", 8), ("xoxp-", 8), ("xoxr-", 8),
      ("xoxs-", 8), ("xapp-", 8), ("sk_live_", 8), ("sk_test_", 8), ("rk_live_", 8),
      ("rk_test_", 8), ("whsec_", 12), ("sk-", 20), ("shpat_", 16), ("shpss_", 16), ("shpca_", 16),
      ("sq0atp-", 16), ("sq0csp-", 16), ("npm_", 20), ("hf_", 20), ("hvs.", 16),
      ("dop_v1_", 20), ("dckr_pat_", 16), ("pypi-", 20), ("ya29.", 16), ("lin_api_", 16),
    ]
    return Dictionary(grouping: list.map { (Array($0.0.utf8), $0.1) }) { $0.0[0] }
  }()

  /// The first bytes of everything that is looked for.
  static let beginnings: Set<UInt8> =
    Set(prefixes.keys).union(["e", "B", "b"].map { UInt8(ascii: $0) })

  /// Returns the end of the secret that begins here; nil if there is none.
  ///
  /// - Parameter tokenlessEnd: No web token begins before this place; to be passed from call to call.
  static func end(of bytes: Bytes, from start: Int, tokenlessEnd: inout Int) -> Int? {
    if start >= tokenlessEnd, let end = endOfToken(bytes, from: start, tokenlessEnd: &tokenlessEnd)
    {
      return end
    }
    guard let candidates = prefixes[bytes[start]] else { return nil }
    for (text, rest) in candidates where bytes.hasBytes(text, at: start) {
      let end = endOfWord(bytes, from: start + text.count)
      if end - start - text.count >= rest { return end }
    }
    return nil
  }

  /// Whether a value begins with a secret.
  static func isBeginning(of value: Bytes) -> Bool {
    var tokenlessEnd = 0
    return !value.isEmpty && end(of: value, from: 0, tokenlessEnd: &tokenlessEnd) != nil
  }

  /// Finds the end of a JSON web token: two or more parts, the first of which is an object in base64.
  private static func endOfToken(
    _ bytes: Bytes, from start: Int, tokenlessEnd: inout Int
  ) -> Int? {
    guard bytes.hasBytes([0x65, 0x79, 0x4A], at: start) else { return nil }
    let head = endOfBase64(bytes, from: start)
    // A later start in the same letters has the same end.
    tokenlessEnd = head
    guard head - start >= 8, head < bytes.count, bytes[head] == .dot else { return nil }
    let payload = endOfBase64(bytes, from: head + 1)
    guard payload - head > 4 else { return nil }
    var end = payload
    while end < bytes.count, bytes[end] == .dot { end = endOfBase64(bytes, from: end + 1) }
    return end
  }

  /// Finds the end of a key between two PEM lines, or of the part of it that is there.
  static func endOfPEM(_ bytes: Bytes, from start: Int) -> Int? {
    let opening = Array("-----BEGIN ".utf8)
    guard bytes.hasBytes(opening, at: start) else { return nil }
    var end = start + opening.count
    while end < bytes.count, bytes[end] &- 0x41 < 26 || bytes[end] == .space { end += 1 }
    guard bytes.hasBytes(Array("-----".utf8), at: end) else { return nil }
    end += 5
    while end < bytes.count, isBase64(bytes[end]) || isInPEM(bytes[end]) { end += 1 }
    // Backslashes before a quote are part of it.
    if end < bytes.count, bytes[end] == UInt8(ascii: "\"") {
      while bytes[end - 1] == UInt8(ascii: "\\") { end -= 1 }
    }
    let closing = Array("-----END ".utf8)
    // The dashes of the end were taken as part of the key.
    var position = start + opening.count
    while position < end, !bytes.hasBytes(closing, at: position) { position += 1 }
    guard position < end else { return end }
    position += closing.count
    while position < bytes.count, bytes[position] &- 0x41 < 26 || bytes[position] == .space {
      position += 1
    }
    while position < bytes.count, bytes[position] == UInt8(ascii: "-") { position += 1 }
    return position
  }

  private static func isInPEM(_ byte: UInt8) -> Bool {
    switch byte {
    case .space, 9, 10, 13, .colon, UInt8(ascii: ","), UInt8(ascii: "\\"), .percent: true
    default: false
    }
  }

  /// Returns the credential after `Bearer` or `Basic`; nil if that is a word in a sentence.
  static func credential(_ bytes: Bytes, from start: Int) -> Range<Int>? {
    let isBasic = bytes.hasBytesIgnoringCase("basic ", at: start)
    guard isBasic || bytes.hasBytesIgnoringCase("bearer ", at: start) else { return nil }
    var first = start + (isBasic ? 6 : 7)
    while first < bytes.count, bytes[first] == .space { first += 1 }
    var end = first
    while end < bytes.count, isBase64(bytes[end]) || bytes[end] == .dot || bytes[end] == 0x7E {
      end += 1
    }
    let value = Bytes(rebasing: bytes[first..<end])
    guard value.count >= 6 else { return nil }
    // `Bearer realm="…"` is a challenge.
    if end < bytes.count, bytes[end] == UInt8(ascii: "\""), value.last == .equals,
      value.dropLast().allSatisfy({ $0 &- 0x61 < 26 })
    {
      return nil
    }
    if isBasic { return Base64.decode(value)?.contains(.colon) ?? false ? first..<end : nil }
    let isWord = value.count < 20 && value.dropFirst().allSatisfy { $0 &- 0x61 < 26 }
    return isWord ? nil : first..<end
  }

  private static func endOfWord(_ bytes: Bytes, from start: Int) -> Int {
    var end = start
    while end < bytes.count, bytes[end].isASCIIAlphanumeric || isJoint(bytes[end]) { end += 1 }
    // A sentence ends with a dot, and a file name has one.
    while end > start, bytes[end - 1] == .dot { end -= 1 }
    return end
  }

  private static func isJoint(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") || byte == .dot
  }

  private static func endOfBase64(_ bytes: Bytes, from start: Int) -> Int {
    var end = start
    while end < bytes.count, isBase64(bytes[end]), bytes[end] != .slash, bytes[end] != .plus {
      end += 1
    }
    return end
  }

  private static func isBase64(_ byte: UInt8) -> Bool {
    byte.isASCIIAlphanumeric || byte == .plus || byte == .slash || byte == .equals
      || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
  }

  /// Whether a value looks random, which is enough together with a hint in its name.
  package static func isRandom(_ value: Bytes) -> Bool {
    guard value.count >= 16 else { return false }
    // The beginning of a long value is enough.
    let value = Bytes(rebasing: value.prefix(512))
    var (digits, letters, changes, slashes, dots) = (0, 0, 0, 0, 0)
    var last = 0
    for byte in value {
      let kind: Int
      switch byte {
      case 0x30...0x39: (kind, digits) = (1, digits + 1)
      case 0x41...0x5A: (kind, letters) = (2, letters + 1)
      case 0x61...0x7A: (kind, letters) = (3, letters + 1)
      case .slash: (kind, slashes) = (last, slashes + 1)
      case .dot: (kind, dots) = (last, dots + 1)
      case .plus, .equals, .percent, 0x2D, 0x5F, 0x7E, .colon: kind = last
      // A sentence, an address, a list.
      default: return false
      }
      if kind != last, last != 0 { changes += 1 }
      last = kind
    }
    // A file name, a path, an address, a time.
    if slashes > 1, dots > 0 { return false }
    guard letters > 0 else { return isCardNumber(value) }
    guard digits > 0 || value.count >= 32 else { return false }
    return changes * 5 >= value.count
  }

  /// Whether it is the number of a card, with a valid check digit.
  private static func isCardNumber(_ value: Bytes) -> Bool {
    var (sum, count) = (0, 0)
    for byte in value.reversed() where byte != 0x2D {
      guard byte &- 0x30 < 10 else { return false }
      let digit = Int(byte - 0x30)
      sum += count % 2 == 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2
      count += 1
    }
    return 13...19 ~= count && sum % 10 == 0
  }

  /// Whether it is a word for a state.
  static func isState(_ value: Bytes) -> Bool {
    states.contains { value.equalsIgnoringASCIICase(lowercased: $0) }
  }

  private static let states = [
    "session", "required", "optional", "oauth", "oauth2", "basic", "bearer", "auto", "always",
    "never",
    "enabled", "disabled", "valid", "invalid", "expired", "missing", "pending", "active", "include",
    "omit", "same-origin", "default", "public", "private",
  ]

  /// Whether it is a common value, which is no secret under any name.
  static func isTrivial(_ value: Bytes) -> Bool {
    guard value.count <= 9 else { return false }
    // A special token, as language models have them: `<s>`, `</s>`.
    if value.first == UInt8(ascii: "<"), value.last == UInt8(ascii: ">"),
      value.dropFirst().dropLast().allSatisfy({ ($0 | 0x20) &- 0x61 < 26 || $0 == .slash })
    {
      return true
    }
    return ["true", "false", "null", "none", "yes", "no", "on", "off", "undefined", "nil", ""]
      .contains { value.equalsIgnoringASCIICase(lowercased: $0) }
  }
}

extension UInt8 {
  @inline(__always)
  var isASCIIAlphanumeric: Bool {
    self &- 0x30 < 10 || (self | 0x20) &- 0x61 < 26
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether other bytes stand at a place.
  @inline(__always)
  func hasBytes(_ other: [UInt8], at position: Int) -> Bool {
    guard position >= 0, count - position >= other.count else { return false }
    // By hand, as everything per byte: in a debug build a range is slow.
    var index = 0
    while index < other.count {
      if self[position + index] != other[index] { return false }
      index += 1
    }
    return true
  }

  /// The first place of a byte in a range; nil if there is none.
  func first(_ wanted: UInt8, in range: Range<Int>) -> Int? {
    guard let baseAddress, !range.isEmpty else { return nil }
    let found = memchr(baseAddress + range.lowerBound, Int32(wanted), range.count)
    return found.map { UnsafeRawPointer($0) - UnsafeRawPointer(baseAddress) }
  }

  /// The first place of other bytes; nil if there is none.
  func first(_ wanted: [UInt8], from start: Int) -> Int? {
    guard let baseAddress, let byte = wanted.first else { return nil }
    var position = Swift.max(start, 0)
    let end = count - wanted.count + 1
    while position < end, let place = first(byte, in: position..<end) {
      if memcmp(baseAddress + place, wanted, wanted.count) == 0 { return place }
      position = place + 1
    }
    return nil
  }

  /// Whether a lowercase text stands at a place, ignoring case.
  func hasBytesIgnoringCase(_ other: StaticString, at position: Int) -> Bool {
    let length = other.utf8CodeUnitCount
    guard count - position >= length else { return false }
    var index = 0
    while index < length {
      if self[position + index].asciiLowercased != other.utf8Start[index] { return false }
      index += 1
    }
    return true
  }
}
