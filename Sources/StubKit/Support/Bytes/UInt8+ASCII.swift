extension UInt8 {
  package static let slash = UInt8(ascii: "/")
  static let questionMark = UInt8(ascii: "?")
  package static let numberSign = UInt8(ascii: "#")
  static let percent = UInt8(ascii: "%")
  package static let colon = UInt8(ascii: ":")
  static let at = UInt8(ascii: "@")
  static let openBracket = UInt8(ascii: "[")
  static let closeBracket = UInt8(ascii: "]")
  static let ampersand = UInt8(ascii: "&")
  package static let equals = UInt8(ascii: "=")
  package static let plus = UInt8(ascii: "+")
  package static let dot = UInt8(ascii: ".")
  package static let space = UInt8(ascii: " ")
  package static let tab = UInt8(ascii: "\t")
  package static let lineFeed = UInt8(ascii: "\n")
  package static let carriageReturn = UInt8(ascii: "\r")

  package var isBlank: Bool { self == .space || self == .tab }

  @inline(__always)
  package var isDigit: Bool { self &- 0x30 < 10 }

  @inline(__always)
  var isASCIIAlphanumeric: Bool { isDigit || (self | 0x20) &- 0x61 < 26 }
}
