import CStubKit

/// A text with all its escapes undone, those of URLs, JSON and HTML, at any depth.
///
/// A value and all its encodings become equal bytes, so that any of them is found by the value.
final class UndoneText {
  let bytes: [UInt8]
  private var undone: stubkit_undone

  private static let escapes: ByteSet = "%\\&+"

  init(_ text: Bytes) {
    undone = stubkit_undo(text.baseAddress, text.count)
    bytes = Array(Bytes(start: undone.bytes, count: undone.count))
  }

  deinit { stubkit_forget_undone(&undone) }

  static func hasEscapes(_ text: Bytes) -> Bool { text.place(of: escapes) < text.count }

  static func of(_ text: [UInt8]) -> [UInt8] {
    text.withUnsafeBufferPointer { hasEscapes($0) ? UndoneText($0).bytes : text }
  }

  /// Extends a range of the original so that it cuts no escape in two.
  func whole(_ range: Range<Int>) -> Range<Int> {
    /// The first place of the undone text that stands for `original`, or for a later place.
    func place(of original: Int) -> Int {
      bytes.indices.firstPlace { written($0) >= original }
    }
    let start = place(of: range.lowerBound)
    let cutsEscape = start > 0 && written(start) > range.lowerBound
    return
      (cutsEscape ? written(start - 1) : range.lowerBound)..<written(place(of: range.upperBound))
  }

  func written(_ range: Range<Int>) -> Range<Int> {
    written(range.lowerBound)..<written(range.upperBound)
  }

  private func written(_ place: Int) -> Int { stubkit_place_written(&undone, place) }
}
