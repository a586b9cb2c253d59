import Foundation

/// The bytes of a fuzzer, as whatever stands around a secret.
struct Noise {
  private let bytes: UnsafeBufferPointer<UInt8>

  init(_ start: UnsafePointer<UInt8>?, _ count: Int) {
    bytes = UnsafeBufferPointer(start: start, count: count)
  }

  /// Which of six places is meant.
  var place: Int { Int(bytes.first ?? 0) % 6 }

  /// All but the first byte, as text.
  var text: String { String(decoding: bytes.dropFirst(), as: UTF8.self) }

  /// The same, as it can stand in a header.
  var line: String { text.filter { !$0.isNewline && ($0.asciiValue ?? 0x20) >= 0x20 } }

  /// The text between bytes of zero.
  var pieces: [String] {
    text.split(separator: "\0", omittingEmptySubsequences: false).map(String.init)
  }

  /// One of the pieces as it is, which need not be text; none if there are fewer.
  func data(_ index: Int) -> Data {
    let pieces = bytes.dropFirst().split(separator: 0, omittingEmptySubsequences: false)
    return index < pieces.count ? Data(pieces[index]) : Data()
  }
}
