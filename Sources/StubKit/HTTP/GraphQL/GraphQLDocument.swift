/// Finds the operations of a GraphQL document; it reads only comments, strings, brackets and names.
package struct GraphQLDocument {
  enum Kind: String, Sendable {
    case query
    case mutation
    case subscription
  }

  struct Operation: Sendable, Equatable {
    let kind: Kind
    let name: String?
  }

  private(set) var operations: [Operation] = []

  init(_ text: String) { text.withBytes { readOperations(from: $0) } }

  private mutating func readOperations(from bytes: Bytes) {
    var (position, depth) = (0, 0)
    // The definition whose braces are still to come; `kind` is nil for a fragment or a schema.
    var open: (kind: Kind?, name: String?, mayBeNamed: Bool)?
    while position < bytes.count {
      let byte = bytes[position]
      switch byte {
      case .numberSign:
        position = bytes.place(of: .lineEnd, from: position)
      case UInt8(ascii: "\""):
        position = Self.endOfString(in: bytes, from: position)
      case UInt8(ascii: "{"), UInt8(ascii: "("), .openBracket:
        position += 1
        depth += 1
        guard depth == 1 else { continue }
        open?.mayBeNamed = false
        guard byte == UInt8(ascii: "{") else { continue }
        // Braces without a keyword before them are a query.
        add(open?.name, open == nil ? .query : open?.kind)
        open = nil
      case UInt8(ascii: "}"), UInt8(ascii: ")"), .closeBracket:
        position += 1
        depth = max(0, depth - 1)
      case _ where ByteSet.inWord.contains(byte):
        let word = position..<bytes.end(of: .inWord, from: position)
        position = word.upperBound
        guard depth == 0 else { continue }
        let text = bytes.slice(word).text
        if open == nil {
          open = (Kind(rawValue: text), nil, true)
        } else if open?.mayBeNamed == true {
          open = (open?.kind, text, false)
        }
      default:
        position += 1
        // A name after an `@` is a directive's, not the operation's.
        if depth == 0, byte == .at { open?.mayBeNamed = false }
      }
    }
    // A truncated document still names its operation.
    add(open?.name, open?.kind)
  }

  private mutating func add(_ name: String?, _ kind: Kind?) {
    if let kind { operations.append(Operation(kind: kind, name: name)) }
  }

  private static func endOfString(in bytes: Bytes, from start: Int) -> Int {
    let end: StaticString = bytes.has("\"\"\"", at: start) ? "\"\"\"" : "\""
    var position = start + end.utf8CodeUnitCount
    while position < bytes.count, !bytes.has(end, at: position) {
      position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    return position + end.utf8CodeUnitCount
  }

  package static func isName(_ text: String) -> Bool {
    text.utf8.allSatisfy(ByteSet.inWord.contains)
      && text.utf8.first.map { $0 > UInt8(ascii: "9") } ?? false
  }
}
