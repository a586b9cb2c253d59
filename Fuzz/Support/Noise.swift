import Foundation

@testable import StubKitFuzzing

/// The bytes of a fuzzer, as whatever stands around a secret.
///
/// Control characters are left out, since no name counts among bytes that are no text.
struct Noise {
  private let bytes: [UInt8]
  /// All but the first byte, as text.
  let text: String
  /// The same, as it can stand in a header.
  let line: String

  init(_ start: UnsafePointer<UInt8>?, _ count: Int) {
    bytes = UnsafeBufferPointer(start: start, count: count).enumerated()
      .filter { index, byte in
        // The first says which place is meant, and zeros stand between the pieces.
        index == 0 || byte == 0 || byte >= 0x20 && byte != 0x7F || 9...13 ~= byte
      }
      .map(\.element)
    text = String(decoding: bytes.dropFirst(), as: UTF8.self)
    // Scalars, not characters, which take most of the time of a run.
    var line = String.UnicodeScalarView()
    for scalar in text.unicodeScalars
    where scalar.value >= 0x20 && ![0x7F, 0x85, 0x2028, 0x2029].contains(scalar.value) {
      line.append(scalar)
    }
    self.line = String(line)
  }

  /// Which of six places is meant.
  var place: Int { Int(bytes.first ?? 0) % 6 }

  /// The text between bytes of zero.
  var pieces: [String] {
    text.utf8.split(separator: 0, omittingEmptySubsequences: false).map { String(Substring($0)) }
  }

  /// One of the pieces as it is, which need not be text; none if there are fewer.
  func data(_ index: Int) -> Data {
    let pieces = bytes.dropFirst().split(separator: 0, omittingEmptySubsequences: false)
    return index < pieces.count ? Data(pieces[index]) : Data()
  }
}
