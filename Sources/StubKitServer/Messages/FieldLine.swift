import StubKit

struct FieldLine {
  typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

  let name: Bytes
  let value: Bytes

  init(_ line: UnsafeBufferPointer<UInt8>) throws(Refusal) {
    // This also refuses a line that begins with a blank: line folding is obsolete.
    guard let colon = line.firstIndex(of: .colon), line[..<colon].isToken else {
      throw .malformed("The head of the request has a line that is not a header field.")
    }
    let value = line[(colon + 1)...]
    guard !value.contains(where: \.isForbiddenInField) else {
      throw .malformed("A field of the request has a control character in its value.")
    }
    let start = value.firstIndex { !$0.isBlank } ?? value.endIndex
    let end = value.lastIndex { !$0.isBlank } ?? start - 1
    name = line[..<colon]
    self.value = value[start..<end + 1]
  }

  /// The value as UTF-8, or as Latin-1 if the bytes are not UTF-8.
  var text: String {
    value.text ?? String(String.UnicodeScalarView(value.map(UnicodeScalar.init)))
  }
}

extension Slice<UnsafeBufferPointer<UInt8>> {
  /// Nil if the bytes are not UTF-8.
  var text: String? {
    // Nearly all fields are ASCII.
    guard allSatisfy({ $0 < 0x80 }) else { return String(validUTF8: self) }
    return String(decoding: UnsafeBufferPointer(rebasing: self), as: UTF8.self)
  }

  var isToken: Bool { !isEmpty && allSatisfy(\.isInToken) }

  func equalsIgnoringASCIICase(lowercased text: String) -> Bool {
    UnsafeBufferPointer(rebasing: self).equalsIgnoringASCIICase(lowercased: text)
  }
}

extension UInt8 {
  private var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }

  fileprivate var isInToken: Bool {
    isLetter || isDigit || self == UInt8(ascii: "-") || "!#$%&'*+.^_`|~".utf8.contains(self)
  }

  var isInHost: Bool {
    isLetter || isDigit || self == .dot || self == .colon
      || "-_~%!$&'()*+,;=[]".utf8.contains(self)
  }

  var isForbiddenInField: Bool { self < .space && !isBlank || self == 0x7F }
}
