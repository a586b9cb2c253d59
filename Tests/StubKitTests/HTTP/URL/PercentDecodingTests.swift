import Foundation
import Testing

@testable import StubKit

@Suite struct PercentDecodingTests {
  @Test(
    arguments: [
      ("a%20b", "a b"), ("%C3%A9", "é"), ("%c3%a9", "é"), ("a+b", "a+b"), ("", ""), ("%00", "\0"),
      ("%", nil), ("%4", nil), ("a%zz", nil), ("%FF", nil), ("%C3", nil), ("%25%", nil),
    ] as [(String, String?)])
  func `text is decoded, and nil if it cannot be`(encoded: String, decoded: String?) {
    var encoded = encoded
    encoded.withUTF8 { bytes in
      #expect(PercentDecoding.string(from: bytes) == decoded)
      #expect(spells(bytes, decoded ?? bytes.text))
      #expect(!spells(bytes, (decoded ?? bytes.text) + "x"))
    }
  }

  private func spells(_ bytes: UnsafeBufferPointer<UInt8>, _ text: String) -> Bool {
    text.withBytes { PercentDecoding.bytes(bytes, spell: $0) }
  }

  @Test func `a plus is a space in forms alone`() {
    var text = "a+b%2B"
    text.withUTF8 { bytes in
      #expect(PercentDecoding.string(from: bytes, ofForm: true) == "a b+")
    }
  }

  @Test(arguments: [31, 32] as [UInt64])
  func `comparing in place agrees with decoding first`(seed: UInt64) {
    var generator = SeededRandom(seed: seed)
    let pieces = ["a", "%41", "A", "%", "%zz", "%C3%A9", "é", "%FF", "%25"]
    for _ in 0..<5_000 {
      var encoded = generator.pieces(of: pieces, upTo: 4)
      let text = generator.pieces(of: pieces, upTo: 4)
      encoded.withUTF8 { bytes in
        let decoded = PercentDecoding.string(from: bytes) ?? bytes.text
        let isSame = Array(decoded.utf8) == Array(text.utf8)
        #expect(spells(bytes, text) == isSame, "\(bytes.text) and \(text)")
      }
    }
  }
}
