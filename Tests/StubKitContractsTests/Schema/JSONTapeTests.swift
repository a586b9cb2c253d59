import CStubKitContracts
import Foundation
import StubKit
import Testing

@testable import StubKitContracts

@Suite struct JSONTapeTests {
  @Test(arguments: [
    #"{"a": [1, -2.50e+1, true, null], "b": {"c": "x\n\u00e9\ud83d\ude00y"}}"#,
    "\u{FEFF} [ ] ", "0", "-0.0", "1e-400", "123456789012345678901234567890",
    "1.7976931348623157e308",
    #""""#, #""\"\\\/\b\f\n\r\t""#, #"["é😀\u0000"]"#, "{}", #"{"": {"": []}}"#, "[[],[[]],{}]",
    // Not JSON.
    "", " ", "01", "1.", ".5", "1e", "+1", "-", "--1", "1e999", "nul", "truee", "[1,]", "[,1]",
    "{,}",
    #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#, "{1:2}", "[1 2]", "[1", #"{"a":1"#, "]", "[}", #""a"#,
    "\"\n\"", "\"\u{0}\"", #""\x""#, #""\u12g4""#, #""\ud800""#, #""\udc00\ud800""#,
    #""\ud800\u0061""#,
    "1\u{0}", "[1]\u{0}", "\u{0}", "[1]]", "'a'", "NaN",
  ])
  func `a tape says what the parser says`(text: String) {
    Self.compare(Array(text.utf8))
    for end in text.utf8.indices { Self.compare(Array(text.utf8[..<end])) }
  }

  @Test(
    arguments: [
      [0xC0, 0x80], [0xC1, 0xBF], [0xC2], [0xE0, 0x9F, 0xBF], [0xED, 0xA0, 0x80],
      [0xF0, 0x8F, 0xBF, 0xBF],
      [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0x80], [0xFF], [0xE2, 0x82],
      [0xF0, 0x9F, 0x98],
      [0xC2, 0x80], [0xEF, 0xBF, 0xBF], [0xF4, 0x8F, 0xBF, 0xBF], [0xED, 0x9F, 0xBF],
    ] as [[UInt8]])
  func `only valid UTF-8 is read`(bytes: [UInt8]) {
    Self.compare(Array("\"".utf8) + bytes + Array("\"".utf8))
    Self.compare(Array("[\"abcdefgh".utf8) + bytes + Array("ijklmnopq\"]".utf8))
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `a tape says what the parser says about random and damaged JSON`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let value = StubJSON.random(using: &random, depth: 4)
    var bytes = Array(value.data)
    Self.compare(bytes)
    for _ in 0..<60 {
      var damaged = bytes
      for _ in 0...Int.random(in: 0...1, using: &random) where !damaged.isEmpty {
        let place = Int.random(in: 0..<damaged.count, using: &random)
        switch Int.random(in: 0...2, using: &random) {
        case 0: damaged.remove(at: place)
        case 1: damaged.insert(Self.anyByte(&random), at: place)
        default: damaged[place] = Self.anyByte(&random)
        }
      }
      Self.compare(damaged)
    }
    bytes = Array(bytes.prefix(200))
    for end in bytes.indices { Self.compare(Array(bytes[..<end])) }
  }

  private static func anyByte(_ random: inout SeededRandom) -> UInt8 {
    let usual = Array(#"{}[]",:\u0123456789eE+-.tfn "#.utf8) + [0, 10, 0x80, 0xC3, 0xED, 0xF0]
    return usual.randomElement(using: &random) ?? 0
  }

  @Test func `lists and objects may be nested as deep as the parser allows`() {
    for depth in [511, 512, 513] {
      let open = String(repeating: "[", count: depth)
      let close = String(repeating: "]", count: depth)
      Self.compare(Array((open + close).utf8))
      let object = String(repeating: #"{"a":"#, count: depth)
      Self.compare(Array((object + "1" + String(repeating: "}", count: depth)).utf8))
    }
  }

  @Test(arguments: [
    ("1", "1.0"), ("100", "1e2"), ("-0", "0"), ("0.10", "1e-1"),
    (#"{"a":1,"b":[2]}"#, #"{"b":[2.0],"a":1}"#),
    (#""\u0061b""#, #""ab""#), ("[[],{}]", "[ [ ], { } ]"),
  ])
  func `equal values are equal, however they are written`(left: String, right: String) throws {
    #expect(try Self.areEqual(left, right))
  }

  @Test(arguments: [
    ("1", "10"), ("1", "-1"), ("1", "true"), ("0", "false"), ("null", "false"), (#""1""#, "1"),
    ("[]", "{}"),
    ("[1,2]", "[2,1]"), ("[[1],2]", "[[1,2]]"), (#"{"a":1}"#, #"{"b":1}"#),
    (#"{"a":{"b":1}}"#, #"{"a":1,"b":1}"#),
    ("[]", "[[]]"), (#""a""#, #""a\u0000""#),
  ])
  func `other values differ`(left: String, right: String) throws {
    #expect(try !Self.areEqual(left, right))
  }

  private static func areEqual(_ left: String, _ right: String) throws -> Bool {
    let left = try #require(JSONTape(Data(left.utf8)))
    let right = try #require(JSONTape(Data(right.utf8)))
    return withExtendedLifetime((left, right)) {
      stubkit_is_same_json(left.tape, 0, right.tape, 0)
    }
  }

  /// Holds a tape against the value of the parser.
  static func compare(_ bytes: [UInt8]) {
    let value = try? StubJSON(parsing: Data(bytes))
    let text = String(decoding: bytes, as: UTF8.self)
    // Allocated at its exact size, so that a memory checker sees a byte too many.
    guard let tape = JSONTape(Data(bytes)) else {
      #expect(value == nil, "\(text)")
      return
    }
    guard let value else {
      Issue.record("read, although it is not JSON: \(text)")
      return
    }
    #expect(tape.json(at: 0) == value, "\(text)")
    #expect(Int(tape.nodes[0].next) == Int(tape.tape.pointee.count))
  }
}

extension JSONTape {
  /// The value at an index, as the parser would give it if no name is repeated.
  func json(at index: Int) -> StubJSON? {
    let node = nodes[index]
    var values: [StubJSON] = []
    var names: [String] = []
    var place = index + 1
    switch node.kind {
    case 1: return .null
    case 2: return .bool(text(at: index) == "true")
    case 4, 68:
      let sign = node.is_negative ? "-" : ""
      let text = "\(sign)\(node.hash)" + (node.count == 0 ? "" : "e\(node.count)")
      return Int(text).map(StubJSON.integer) ?? Double(text).map(StubJSON.double)
    case 8:
      let text = text(at: index)
      return text.unicodeScalars.count == Int(node.count) ? .string(text) : nil
    case 16, 32:
      while place < Int(node.next) {
        if node.kind == 32 {
          names.append(text(at: place))
          place += 1
        }
        guard let value = json(at: place) else { return nil }
        values.append(value)
        place = Int(nodes[place].next)
      }
      guard values.count == Int(node.count) else { return nil }
      return node.kind == 16 ? .array(values) : .object(Dictionary(zip(names, values)) { $1 })
    default: return nil
    }
  }
}
