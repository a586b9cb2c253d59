import CStubKit
import Foundation

/// Makes a value from the nodes that C code has read: loops over bytes are slow in a debug build.
///
/// It has a stack of its own, so that deep nesting cannot overflow the thread's.
struct JSONParser {
  private let bytes: Bytes
  private let isLenient: Bool
  /// Whether an integer that neither `Int` nor a double holds exactly is an error.
  private let isExact: Bool
  private var tape = stubkit_json_tape()
  /// One stack for all containers: a debug build would copy a container's array at every element.
  private var values: [StubJSON] = []
  private var names: [String] = []

  static func parse(
    _ bytes: Bytes, isLenient: Bool = false, isExact: Bool = false
  ) throws(StubJSON.ParsingError) -> StubJSON {
    var parser = JSONParser(bytes: bytes, isLenient: isLenient, isExact: isExact)
    defer { stubkit_free_tape(&parser.tape) }
    let isRead = stubkit_read_tape(
      &parser.tape, bytes.baseAddress, bytes.count, Int32(StubJSON.nestingLimit), isLenient)
    guard isRead, let nodes = parser.tape.nodes else { throw parser.fault }
    // From the last node to the first, so that the elements of a container come before it.
    for index in (0..<Int(parser.tape.count)).reversed() { try parser.add(nodes[index]) }
    return parser.values.popLast() ?? .null
  }

  private mutating func add(_ node: stubkit_json_node) throws(StubJSON.ParsingError) {
    switch Int(node.kind) {
    case stubkit_json_member: names.append(text(of: node))
    case stubkit_json_text: values.append(.string(text(of: node)))
    case stubkit_json_null: values.append(.null)
    case stubkit_json_bool: values.append(.bool(bytes[Int(node.start)] == UInt8(ascii: "t")))
    case stubkit_json_list, stubkit_json_object:
      let container = try container(node)
      values.removeLast(Int(node.count))
      if Int(node.kind) == stubkit_json_object { names.removeLast(Int(node.count)) }
      values.append(container)
    default: values.append(try number(node))
    }
  }

  private func text(of node: stubkit_json_node) -> String {
    let bytes = UnsafeBufferPointer(
      start: tape.bytes + Int(node.start), count: Int(node.end - node.start))
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A separate method, so that no slice of `values` is alive when they change and forces a copy.
  private func container(_ node: stubkit_json_node) throws(StubJSON.ParsingError) -> StubJSON {
    let content = values.suffix(Int(node.count)).reversed()
    guard Int(node.kind) == stubkit_json_object else { return .array(Array(content)) }
    let names = names.suffix(Int(node.count)).reversed()
    let members = Dictionary(zip(names, content)) { $1 }
    // A dictionary cannot hold two names that it takes for equal although their bytes differ.
    if !isLenient, members.count < names.count,
      let name = names.first(where: { members[named: $0] == nil })
    {
      throw failure(
        "two names in one object are the same text in different characters: \(name.swiftLiteral)",
        at: Int(node.end))
    }
    return .object(members)
  }

  private func number(_ node: stubkit_json_node) throws(StubJSON.ParsingError) -> StubJSON {
    let start = Int(node.start)
    let text = bytes.slice(start..<Int(node.end)).text
    if let integer = Int(text) { return .integer(integer) }
    guard let double = Double(text), double.isFinite else {
      let largest = Double.greatestFiniteMagnitude
      if isLenient { return .double(text.hasPrefix("-") ? -largest : largest) }
      throw tooLargeNumber(at: start)
    }
    let isInteger = text.utf8.allSatisfy { $0.isDigit || $0 == UInt8(ascii: "-") }
    if isExact, isInteger, String(format: "%.0f", double) != text {
      throw failure(
        "the integer \(text.shortened(to: 40)) is more than StubJSON holds exactly", at: start)
    }
    return .double(double)
  }
}

extension JSONParser {
  private var fault: StubJSON.ParsingError {
    let place = tape.fault_place
    let text = tape.fault_text.map { String(cString: $0) } ?? ""
    return switch tape.fault {
    case stubkit_json_expects: failure("expected \(text), found \(found(at: place))", at: place)
    case stubkit_json_has_control:
      failure("a string must not contain control characters, found \(found(at: place))", at: place)
    case stubkit_json_is_too_large: tooLargeNumber(at: place)
    case stubkit_json_is_too_deep:
      failure("nested more than \(StubJSON.nestingLimit) levels deep", at: place)
    default: failure(text, at: place)
    }
  }

  private func tooLargeNumber(at start: Int) -> StubJSON.ParsingError {
    let number = bytes.slice(start..<bytes.end(of: .digit + "+-.eE", from: start)).text
    return failure("the number \(number.shortened(to: 40)) is too large", at: start)
  }

  private func failure(_ reason: String, at offset: Int) -> StubJSON.ParsingError {
    let before = bytes[..<offset]
    let line = before.reduce(1) { $1 == 0x0A ? $0 + 1 : $0 }
    let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    return StubJSON.ParsingError(
      offset: offset, line: line, column: offset - lineStart + 1, reason: reason)
  }

  private func found(at place: Int) -> String {
    guard place < bytes.count else { return "the end of the text" }
    let byte = bytes[place]
    return 0x21..<0x7F ~= byte
      ? String(UnicodeScalar(byte)).swiftLiteral
      : "the byte 0x" + String(byte, radix: 16, uppercase: true)
  }
}
