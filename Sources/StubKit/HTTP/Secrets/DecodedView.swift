/// A text as it reads once an encoding is undone, with the way back to what is written.
struct DecodedView {
  typealias Bytes = UnsafeBufferPointer<UInt8>

  /// The bytes, decoded.
  private(set) var bytes: [UInt8] = []
  /// Where each of them begins in what is written, and where the last one ends.
  private var places: [Int] = []

  /// The views of a text that differ from it: percent-encoding, JSON in up to three layers, HTML.
  static func all(of bytes: Bytes) -> [DecodedView] {
    let original = DecodedView(original: bytes)
    var views: [DecodedView] = []
    if bytes.contains(.ampersand), let html = original.undoing(html) { views.append(html) }
    var last = original
    if bytes.contains(.percent), let percent = original.undoing(percent) {
      views.append(percent)
      last = percent
      // A text that was encoded twice, on its way through another address.
      if let twice = percent.undoing(Self.percent) { views.append(twice) }
    }
    for start in [last, original] where start.bytes.contains(UInt8(ascii: "\\")) {
      var view = start
      for _ in 0..<3 {
        guard let next = view.undoing(json) else { break }
        views.append(next)
        view = next
      }
      if last.bytes.count == original.bytes.count { break }
    }
    return views
  }

  private init(original: Bytes) {
    bytes = Array(original)
    places = Array(0...original.count)
  }

  private init() {}

  /// What is written where these bytes stand.
  func original(of range: Range<Int>) -> Range<Int> {
    places[range.lowerBound]..<places[range.upperBound]
  }

  /// What an escape stands for, and how long it is; nil where there is none.
  private typealias Escape = (_ bytes: Bytes, _ position: Int) -> (text: [UInt8], length: Int)?

  private func undoing(_ escape: Escape) -> DecodedView? {
    var view = DecodedView()
    view.bytes.reserveCapacity(bytes.count)
    view.places.reserveCapacity(bytes.count + 1)
    bytes.withUnsafeBufferPointer { bytes in
      var position = 0
      while position < bytes.count {
        if let (text, length) = escape(bytes, position) {
          for byte in text {
            view.bytes.append(byte)
            view.places.append(places[position])
          }
          position += length
        } else {
          view.bytes.append(bytes[position])
          view.places.append(places[position])
          position += 1
        }
      }
    }
    guard view.bytes.count < bytes.count else { return nil }
    view.places.append(places[bytes.count])
    return view
  }

  /// A text with the escapes of JSON undone once.
  static func withoutJSON(_ bytes: Bytes) -> [UInt8] {
    DecodedView(original: bytes).undoing(json)?.bytes ?? Array(bytes)
  }

  /// A text with the entities of HTML undone.
  static func withoutHTML(_ bytes: Bytes) -> [UInt8] {
    DecodedView(original: bytes).undoing(html)?.bytes ?? Array(bytes)
  }

  private static func percent(_ bytes: Bytes, _ position: Int) -> (text: [UInt8], length: Int)? {
    PercentDecoding.escaped(in: bytes, at: position).map { ([$0], 3) }
  }

  private static func json(_ bytes: Bytes, _ position: Int) -> (text: [UInt8], length: Int)? {
    guard bytes[position] == UInt8(ascii: "\\"), position + 1 < bytes.count else { return nil }
    switch bytes[position + 1] {
    case UInt8(ascii: "n"): return ([10], 2)
    case UInt8(ascii: "r"): return ([13], 2)
    case UInt8(ascii: "t"): return ([9], 2)
    case UInt8(ascii: "b"): return ([8], 2)
    case UInt8(ascii: "f"): return ([12], 2)
    case UInt8(ascii: "u"):
      guard let first = unit(bytes, at: position) else { return nil }
      if 0xD800...0xDBFF ~= first, let second = unit(bytes, at: position + 6),
        0xDC00...0xDFFF ~= second
      {
        return (Array(String(decoding: [first, second], as: UTF16.self).utf8), 12)
      }
      return (Array(String(decoding: [first], as: UTF16.self).utf8), 6)
    case let byte: return ([byte], 2)
    }
  }

  private static func unit(_ bytes: Bytes, at position: Int) -> UInt16? {
    guard position + 5 < bytes.count, bytes[position] == UInt8(ascii: "\\"),
      bytes[position + 1] == UInt8(ascii: "u")
    else { return nil }
    var value: UInt16 = 0
    for index in 2...5 {
      guard let digit = PercentDecoding.hexDigit(bytes[position + index]) else { return nil }
      value = value << 4 | UInt16(digit)
    }
    return value
  }

  private static let entities: [(text: [UInt8], byte: UInt8)] = [
    ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"),
  ].map { (Array($0.0.utf8), UInt8(ascii: $0.1)) }

  private static func html(_ bytes: Bytes, _ position: Int) -> (text: [UInt8], length: Int)? {
    guard bytes[position] == .ampersand else { return nil }
    for (text, byte) in entities where bytes.hasBytes(text, at: position) {
      return ([byte], text.count)
    }
    guard position + 3 < bytes.count, bytes[position + 1] == .numberSign else { return nil }
    let isHex = bytes[position + 2] | 0x20 == UInt8(ascii: "x")
    var (end, value): (Int, UInt32) = (position + (isHex ? 3 : 2), 0)
    while end < bytes.count, end < position + 10, let digit = PercentDecoding.hexDigit(bytes[end]),
      isHex || digit < 10
    {
      value = value * (isHex ? 16 : 10) + UInt32(digit)
      end += 1
    }
    guard end < bytes.count, bytes[end] == UInt8(ascii: ";"), let scalar = Unicode.Scalar(value)
    else { return nil }
    return (Array(String(Character(scalar)).utf8), end + 1 - position)
  }
}
