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
      var position = 0
      while let start = bytes.first(Self.nameStart, from: position) {
        let (name, end) = Self.name(in: bytes, from: start + Self.nameStart.count)
        position = end
        let kind = judge(Bytes(rebasing: bytes[name]))
        guard kind >= .hinted || kind == .kept,
          let value = Self.value(in: bytes, from: position)
        else { continue }
        position = value.upperBound
        let slice = Bytes(rebasing: bytes[value])
        switch kind {
        case .kept:
          pool.keep(slice)
          continue
        case .hinted where !SecretLook.isRandom(slice): continue
        case .secret, .whole: if SecretLook.isTrivial(slice) { continue }
        default: break
        }
        pool.add(slice)
        guard !spared.contains(Array(slice)) else { continue }
        result += bytes[copied..<value.lowerBound] + SecretScan.mark
        copied = value.upperBound
      }
      return copied == 0 ? nil : result + bytes[copied...]
    }
  }

  private func judge(_ name: Bytes) -> SecretName.Kind {
    let kinds = [redaction.judge(name, in: .pair).kind, redaction.judge(name, in: .field).kind]
    return kinds.contains(.named) ? .named : kinds.contains(.kept) ? .kept : max(kinds[0], kinds[1])
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

  /// What stands between the next blank line and the next boundary.
  private static func value(in bytes: Bytes, from start: Int) -> Range<Int>? {
    guard let (blank, line) = blankLine(in: bytes, from: start),
      let end = bytes.first(line + [0x2D, 0x2D], from: blank - line.count)
    else { return nil }
    return blank..<max(blank, end)
  }

  /// The end of the next blank line, and how lines end there.
  private static func blankLine(in bytes: Bytes, from start: Int) -> (end: Int, line: [UInt8])? {
    var position = start
    while position < bytes.count {
      if bytes[position] == 0x0A {
        if bytes.hasBytes([0x0D, 0x0A], at: position + 1) { return (position + 3, [0x0D, 0x0A]) }
        if bytes.hasBytes([0x0A], at: position + 1) { return (position + 2, [0x0A]) }
      }
      position += 1
    }
    return nil
  }

  private static let formData = Array("form-data".utf8)
  private static let nameStart = Array("name=".utf8)
}
