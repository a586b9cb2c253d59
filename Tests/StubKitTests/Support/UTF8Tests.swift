import Testing

@testable import StubKit

@Suite struct UTF8Tests {
  @Test(arguments: ["", "a", "ä€😀", "\0", "\u{FFFD}", "\u{FEFF}a", "e\u{301}"])
  func `bytes that are UTF-8 become their text`(text: String) {
    #expect(String(validUTF8: Array(text.utf8)).map { Array($0.utf8) } == Array(text.utf8))
    #expect(String(validUTF8: Array(text.utf8).lazy.map { $0 }) == text)
  }

  @Test(
    arguments: [
      [0xFF], [0x61, 0x80], [0xC3], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
      [0xEF, 0xBF, 0xBD, 0xFE],
    ] as [[UInt8]])
  func `bytes that are not UTF-8 become nothing`(bytes: [UInt8]) {
    #expect(String(validUTF8: bytes) == nil)
  }
}
