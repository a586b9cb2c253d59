import Testing

@testable import StubKit

/// Strings as JSON has them.
struct JSONWritingTests {
  private static func escape(_ scalar: Unicode.Scalar, showingControls: Bool) -> String {
    let short: [Unicode.Scalar: String] = [
      "\"": "\\\"", "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\u{8}": "\\b",
      "\u{C}": "\\f",
    ]
    if let short = short[scalar] { return short }
    guard scalar.value < 0x20 || showingControls && scalar.isControl else { return String(scalar) }
    return String(scalar).utf16.map {
      "\\u" + String(repeating: "0", count: 4 - String($0, radix: 16).count) + String($0, radix: 16)
    }.joined()
  }

  @Test(arguments: [false, true])
  func `every character is written as it is, unless it means something or cannot be seen`(
    showingControls: Bool
  ) {
    let writer = JSONWriter(style: showingControls ? .visibleJSON : .json)
    let scalars = [0..<0xD800, 0xE000..<0x1_0200, 0xE_0000..<0xE_0200].joined().compactMap {
      Unicode.Scalar(UInt32($0))
    }
    let text = String(String.UnicodeScalarView(scalars))
    let expected = scalars.map { Self.escape($0, showingControls: showingControls) }.joined()
    #expect(writer.text(of: .string(text)) == "\"\(expected)\"")
    for count in [0, 1, 11, 12, 13, 2_729, 2_730, 2_731, 16_371, 16_372, 16_373] {
      let quotes = String(repeating: "\"", count: count)
      #expect(writer.text(of: .string(quotes)).utf8.count == 2 * count + 2)
    }
  }
}
