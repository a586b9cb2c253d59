import Foundation
import StubKit

/// A text in which each redaction matches anything.
struct RedactedText: Sendable {
  private let pieces: [[UInt8]]

  var isEmpty: Bool { pieces == [[]] }

  init(_ data: Data) {
    pieces = Array(data).split(
      separator: Array(Redaction.mark.utf8), omittingEmptySubsequences: false
    ).map(Array.init)
  }

  func matches(_ data: Data) -> Bool {
    let bytes = Array(data)
    guard let first = pieces.first, let last = pieces.last, bytes.starts(with: first) else {
      return false
    }
    guard pieces.count > 1 else { return bytes == first }
    var position = first.count
    for piece in pieces.dropFirst().dropLast() where !piece.isEmpty {
      guard let range = bytes[position...].firstRange(of: piece) else { return false }
      position = range.upperBound
    }
    return bytes.count - position >= last.count && bytes.suffix(last.count).elementsEqual(last)
  }
}
