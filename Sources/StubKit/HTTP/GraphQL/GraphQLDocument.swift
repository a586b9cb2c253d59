/// Finds the operations of a GraphQL document; it reads only comments, strings, brackets and names.
package struct GraphQLDocument {
  enum Kind: String, Sendable {
    case query
    case mutation
    case subscription
  }

  struct Operation: Sendable, Hashable {
    let kind: Kind
    /// Nil for an operation without a name, such as `{ user { name } }`.
    let name: String?
  }

  private(set) var operations: [Operation] = []

  init(_ text: String) {
    var reader = Reader(bytes: Array(text.utf8))
    // The definition whose braces are still to come; a fragment or a schema definition has no kind.
    var open: (kind: Kind?, name: String?, mayBeNamed: Bool)?
    while let token = reader.nextToken() {
      switch token {
      case .word(let word):
        if open == nil {
          open = (Kind(rawValue: word), nil, true)
        } else if open?.mayBeNamed == true {
          open?.name = word
          open?.mayBeNamed = false
        }
      case .other:
        open?.mayBeNamed = false
      case .braces:
        // Braces without a keyword before them are a query.
        let (kind, name, _) = open ?? (.query, nil, false)
        if let kind { operations.append(Operation(kind: kind, name: name)) }
        open = nil
      }
    }
    // A truncated document still names its operation.
    if let open, let kind = open.kind { operations.append(Operation(kind: kind, name: open.name)) }
  }

  package static func isName(_ text: String) -> Bool {
    text.utf8.allSatisfy(isNameByte) && text.utf8.first.map { $0 > UInt8(ascii: "9") } ?? false
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    byte.asciiLowercased &- UInt8(ascii: "a") < 26 || byte.isDigit || byte == UInt8(ascii: "_")
  }
}

extension GraphQLDocument {
  private enum Token {
    case word(String)
    case braces
    /// Other brackets, or the `@` of a directive; no operation name can follow.
    case other
  }

  private struct Reader {
    let bytes: [UInt8]
    var position = 0
    var depth = 0

    mutating func nextToken() -> Token? {
      while position < bytes.count {
        let byte = bytes[position]
        switch byte {
        case .numberSign:
          skip { $0 != .lineFeed && $0 != .carriageReturn }
        case UInt8(ascii: "\""):
          skipString()
        case UInt8(ascii: "{"), UInt8(ascii: "("), .openBracket:
          position += 1
          depth += 1
          if depth == 1 { return byte == UInt8(ascii: "{") ? .braces : .other }
        case UInt8(ascii: "}"), UInt8(ascii: ")"), .closeBracket:
          position += 1
          depth = max(0, depth - 1)
        case _ where GraphQLDocument.isNameByte(byte):
          let start = position
          skip(while: GraphQLDocument.isNameByte)
          if depth == 0 { return .word(String(decoding: bytes[start..<position], as: UTF8.self)) }
        default:
          position += 1
          // White space and commas are insignificant; `@` begins a directive.
          if depth == 0, byte == .at { return .other }
        }
      }
      return nil
    }

    private mutating func skip(while isSkipped: (UInt8) -> Bool) {
      while position < bytes.count, isSkipped(bytes[position]) { position += 1 }
    }

    private mutating func skipString() {
      let end = bytes[position...].starts(with: "\"\"\"".utf8) ? "\"\"\"" : "\""
      position += end.utf8.count
      while position < bytes.count, !bytes[position...].starts(with: end.utf8) {
        position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
      }
      position += end.utf8.count
    }
  }
}
