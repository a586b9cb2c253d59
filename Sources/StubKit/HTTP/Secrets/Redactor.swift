import Foundation

/// Takes secrets out of texts, first by their names and looks and then by their values.
///
/// What the first pass finds in one text, the second takes out of all.
struct Redactor {
  typealias Bytes = UnsafeBufferPointer<UInt8>

  let redaction: Redaction
  /// Values that stay, because whoever reads the text has written them.
  var spared: Set<[UInt8]> = []
  /// Whether a user stays where the password is taken out, as a help to whoever reads a report.
  var keepsUser = false
  /// What was found before, elsewhere.
  var seen: SeenSecrets?
  /// What was found so far.
  var pool = SecretPool()

  init(_ redaction: Redaction) {
    self.redaction = redaction
  }

  private func rules(isRequest: Bool) -> SecretScan.Rules {
    SecretScan.Rules(redaction: redaction, spared: spared, isTextForNumber: isRequest)
  }

  /// Bytes without what names and looks give away; nil if there is nothing.
  private mutating func scanned(
    _ bytes: Bytes, as style: SecretScan.Style, isRequest: Bool = false
  ) -> [UInt8]? {
    guard !redaction.isNothing, bytes.count > 2 else { return nil }
    var scan = SecretScan(bytes, as: style, by: rules(isRequest: isRequest))
    let result = scan.redacted()
    pool.formUnion(scan.pool)
    return result
  }

  /// Any text, such as the value of a header or a message.
  mutating func text(_ text: String) -> String {
    let result = text.withBytes { scanned($0, as: .text) }
    return result.map { String(decoding: $0, as: UTF8.self) } ?? text
  }

  /// An address.
  mutating func address(_ text: String) -> String {
    let result = text.withBytes { scanned($0, as: .address) }
    return result.map { String(decoding: $0, as: UTF8.self) } ?? text
  }

  /// A body of a request or a response of some type.
  mutating func body(_ data: Data, type: String?, isRequest: Bool) -> Data {
    guard !data.isEmpty, !redaction.isNothing else { return data }
    let isForm = type?.lowercased().hasPrefix("application/x-www-form-urlencoded") ?? false
    let bytes = Array(data)
    // It need not say what it is, and it need not be UTF-8 as a whole. The parts of a form go first: what
    // stands by chance in the value of one would leave the rest of it behind.
    let parts = redactedParts(of: bytes)
    let result = (parts ?? bytes).withUnsafeBufferPointer {
      scanned($0, as: isForm ? .form : .text, isRequest: isRequest)
    }
    return (result ?? parts).map { Data($0) } ?? data
  }
}

/// Values that were found.
extension Redactor {
  /// What takes out everywhere what was found anywhere; nil if nothing was.
  var cleaner: SecretCleaner? {
    guard let seen else { return pool.finder(sparing: spared).map { SecretCleaner([$0]) } }
    if !spared.isDisjoint(with: seen.pool.values) {
      var all = pool
      all.formUnion(seen.pool)
      return all.finder(sparing: spared).map { SecretCleaner([$0]) }
    }
    // To find a secret is quick, but not to prepare for finding many.
    let fresh = pool.finder(sparing: spared.union(seen.pool.values))
    let finders = [seen.finder, fresh].compactMap(\.self)
    return finders.isEmpty ? nil : SecretCleaner(finders)
  }
}

/// Secrets that were seen, with what finds them.
final class SeenSecrets: Sendable {
  let pool: SecretPool
  let finder: SecretFinder?

  init(_ pool: SecretPool) {
    self.pool = pool
    finder = pool.finder()
  }

  /// The same with more; if there are too many to remember, with the new ones only.
  func adding(_ other: SecretPool) -> SeenSecrets {
    guard !other.found.isSubset(of: pool.found) || !other.kept.isSubset(of: pool.kept) else {
      return self
    }
    guard pool.found.count < 5_000 else { return SeenSecrets(other) }
    var all = pool
    all.formUnion(other)
    return SeenSecrets(all)
  }
}

/// Takes values out of whatever holds them.
struct SecretCleaner: Sendable {
  let finders: [SecretFinder]

  init(_ finders: [SecretFinder]) {
    self.finders = finders
  }

  /// A text without any of them.
  func clean(_ text: String) -> String {
    let result = text.withBytes { cleaned($0, isRequest: false) }
    return result.map { String(decoding: $0, as: UTF8.self) } ?? text
  }

  /// An address without any of them, but with its host, without which it is none.
  func clean(address text: String) -> String {
    guard let start = text.range(of: "://")?.upperBound else { return clean(text) }
    let rest = text[start...].firstIndex { "/?#".contains($0) } ?? text.endIndex
    return text[..<rest] + clean(String(text[rest...]))
  }

  /// Header fields without any of them.
  func clean(_ headers: StubHeaders) -> StubHeaders {
    var result = StubHeaders()
    for field in headers { result.append(clean(field.value), for: field.name) }
    return result
  }

  /// A body without any of them.
  func clean(_ data: Data, isRequest: Bool) -> Data {
    guard !data.isEmpty else { return data }
    let result = Array(data).withUnsafeBufferPointer { cleaned($0, isRequest: isRequest) }
    return result.map { Data($0) } ?? data
  }

  private func cleaned(_ bytes: SecretFinder.Bytes, isRequest: Bool) -> [UInt8]? {
    let ranges =
      finders.count == 1
      ? finders[0].ranges(in: bytes) : finders.flatMap { $0.ranges(in: bytes) }.merged
    guard !ranges.isEmpty else { return nil }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var copied = 0
    for range in ranges {
      result.append(contentsOf: bytes[copied..<range.lowerBound])
      if Self.isNumber(range, in: bytes) {
        result.append(contentsOf: isRequest ? Array("\"\(Redaction.mark)\"".utf8) : [0x30])
      } else {
        result.append(contentsOf: SecretScan.mark)
      }
      copied = range.upperBound
    }
    result.append(contentsOf: bytes[copied...])
    return result
  }

  /// Whether it is a number in JSON, which would not be JSON any more with a word there.
  private static func isNumber(_ range: Range<Int>, in bytes: SecretFinder.Bytes) -> Bool {
    guard bytes[range].allSatisfy({ $0 &- 0x30 < 10 }) else { return false }
    var (start, end) = (range.lowerBound, range.upperBound)
    while start > 0, isBlank(bytes[start - 1]) { start -= 1 }
    while end < bytes.count, isBlank(bytes[end]) { end += 1 }
    guard start > 0, end < bytes.count else { return false }
    return [.colon, .openBracket, UInt8(ascii: ",")].contains(bytes[start - 1])
      && [UInt8(ascii: ","), UInt8(ascii: "}"), .closeBracket].contains(bytes[end])
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == .space || 9...13 ~= byte }
}
