import Foundation
import StubKit

/// A text in which each redaction matches anything.
struct RedactedText: Sendable {
  private let pieces: [[UInt8]]

  var isEmpty: Bool { pieces == [[]] }

  init(_ data: Data) {
    let mark = Array(Redaction.mark.utf8)
    let bytes = Array(data)
    var pieces: [[UInt8]] = [[]]
    var position = 0
    while position < bytes.count {
      if bytes[position] == mark[0], bytes[position...].starts(with: mark) {
        pieces.append([])
        position += mark.count
      } else {
        pieces[pieces.count - 1].append(bytes[position])
        position += 1
      }
    }
    self.pieces = pieces
  }

  func matches(_ data: Data) -> Bool {
    let bytes = Array(data)
    guard let first = pieces.first, let last = pieces.last, bytes.starts(with: first) else {
      return false
    }
    guard pieces.count > 1 else { return bytes == first }
    var position = first.count
    for piece in pieces.dropFirst().dropLast() where !piece.isEmpty {
      guard let place = Self.place(of: piece, in: bytes, from: position) else { return false }
      position = place + piece.count
    }
    return bytes.count - position >= last.count && bytes.suffix(last.count).elementsEqual(last)
  }

  private static func place(of piece: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
    var position = start
    while position + piece.count <= bytes.count {
      if bytes[position] == piece[0], bytes[position...].starts(with: piece) { return position }
      position += 1
    }
    return nil
  }
}
