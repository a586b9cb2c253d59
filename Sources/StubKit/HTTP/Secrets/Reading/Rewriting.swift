/// Replaces ranges of a text, in ascending order.
struct Rewriting {
  let bytes: Bytes
  private var result: [UInt8] = []
  private(set) var copied = 0

  init(_ bytes: Bytes) { self.bytes = bytes }

  /// Replaces a range, unless the new text is nil or the range lies within a replaced one.
  mutating func replace(_ range: Range<Int>, with text: [UInt8]?) {
    guard let text, range.lowerBound >= copied || range.upperBound > copied else { return }
    result.append(contentsOf: bytes[copied..<max(copied, range.lowerBound)])
    result.append(contentsOf: text)
    copied = range.upperBound
  }

  var text: [UInt8]? { copied == 0 && result.isEmpty ? nil : result + bytes[copied...] }
}
