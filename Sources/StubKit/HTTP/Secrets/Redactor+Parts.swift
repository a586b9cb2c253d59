/// Forms in parts.
extension Redactor {
  /// A form with the values of its parts taken out: `name="password"`, a blank line, the value.
  ///
  /// - Returns: Nil if nothing is taken out.
  mutating func redactedParts(of bytes: [UInt8]) -> [UInt8]? {
    bytes.withUnsafeBufferPointer { bytes in
      guard bytes.first(Self.formData, from: 0) != nil else { return nil }
      var result: [UInt8] = []
      var copied = 0
      var parts = FormWalk(bytes)
      while let head = parts.next() {
        let kind = judge(head, in: bytes)
        guard kind >= .hinted || kind == .kept, let value = parts.value() else { continue }
        let slice = Bytes(rebasing: bytes[value])
        switch kind {
        case .hinted where !SecretLook.isRandom(slice): continue
        case .secret, .whole: if SecretLook.isTrivial(slice) { continue }
        default: break
        }
        parts.skipValue()
        guard kind != .kept else {
          pool.keep(slice)
          continue
        }
        pool.add(slice)
        guard !spared.contains(Array(slice)) else { continue }
        result += bytes[copied..<value.lowerBound] + SecretScan.mark
        copied = value.upperBound
      }
      return copied == 0 ? nil : result + bytes[copied...]
    }
  }

  /// What the names in a head say of its part.
  private func judge(_ head: Range<Int>, in bytes: Bytes) -> SecretName.Kind {
    let head = Bytes(rebasing: bytes[head])
    var kinds: [SecretName.Kind] = []
    var position = 0
    while let start = head.first(Self.nameStart, from: position) {
      let (name, end) = Self.name(in: head, from: start + Self.nameStart.count)
      position = end
      let kind = judge(Bytes(rebasing: head[name]))
      // The name of a file may give the part away, but does not speak for it.
      let isOfFile = start > 0 && head[start - 1].isASCIIAlphanumeric
      if kind != .kept || !isOfFile { kinds.append(kind) }
    }
    return Self.together(kinds)
  }

  private func judge(_ name: Bytes) -> SecretName.Kind {
    Self.together([
      redaction.judge(name, in: .pair).kind, redaction.judge(name, in: .field).kind,
    ])
  }

  /// What several judgements come to: what a user has said counts first.
  private static func together(_ kinds: [SecretName.Kind]) -> SecretName.Kind {
    kinds.contains(.named) ? .named : kinds.contains(.kept) ? .kept : kinds.max() ?? .plain
  }

  /// The name that begins here, in quotes or not.
  ///
  /// It ends with its line: a quote that is never closed must not hide the next name.
  private static func name(in bytes: Bytes, from start: Int) -> (name: Range<Int>, end: Int) {
    let isQuoted = start < bytes.count && bytes[start] == UInt8(ascii: "\"")
    let first = isQuoted ? start + 1 : start
    var end = first
    while end < bytes.count, bytes[end] != 0x0D, bytes[end] != 0x0A {
      let ends =
        isQuoted
        ? bytes[end] == UInt8(ascii: "\"") : bytes[end] == UInt8(ascii: ";") || bytes[end] == .space
      if ends { break }
      end += 1
    }
    return (first..<end, end)
  }

  private static let formData = Array("form-data".utf8)
  private static let nameStart = Array("name=".utf8)
}

/// Finds the parts of a form, in one walk.
///
/// A part has a head, a blank line and a value, which ends with the line that the head began with. What
/// stands in a value may look like a head, but never reaches into the next one.
private struct FormWalk {
  typealias Bytes = UnsafeBufferPointer<UInt8>

  private let bytes: Bytes
  /// Where the value of the part begins, or the next line.
  private var position = 0
  /// How lines end in the part.
  private var lineEnd: [UInt8] = []
  /// What stands between the parts, with the end of the line before it.
  private var boundary: [UInt8] = []
  /// Where the next boundary is, as far as it was looked for.
  private var ends: [[UInt8]: Int] = [:]

  init(_ bytes: Bytes) {
    self.bytes = bytes
  }

  /// The next head; nil if there is no other.
  mutating func next() -> Range<Int>? {
    var head = position
    var opening = Self.hyphens
    while let feed = bytes.first([0x0A], from: position) {
      let isReturned = feed > position && bytes[feed - 1] == 0x0D
      let line = position..<(isReturned ? feed - 1 : feed)
      position = feed + 1
      if bytes.hasBytes(Self.hyphens, at: line.lowerBound) {
        head = line.lowerBound
        opening = Array(bytes[line])
      }
      guard line.isEmpty else { continue }
      lineEnd = isReturned ? [0x0D, 0x0A] : [0x0A]
      // A text with many such lines is no form.
      boundary = lineEnd + (ends.count < 16 ? opening : Self.hyphens)
      return head..<line.lowerBound
    }
    return nil
  }

  /// The value of the part; nil if it has no end.
  mutating func value() -> Range<Int>? {
    // One that is empty may end with the very line that the head does.
    let start = position - lineEnd.count
    if ends[boundary].map({ $0 < start }) ?? true {
      ends[boundary] = bytes.first(boundary, from: start) ?? bytes.count
    }
    guard let end = ends[boundary], end < bytes.count else { return nil }
    return position..<max(position, end)
  }

  /// Goes on with the boundary behind the value.
  mutating func skipValue() {
    position = max(position, (ends[boundary] ?? 0) + lineEnd.count)
  }

  private static let hyphens = Array("--".utf8)
}
