/// Finds the operations of a GraphQL document; it reads only comments, strings, brackets and names.
package struct GraphQLDocument {
  enum Kind: String, Sendable {
    case query
    case mutation
    case subscription
  }

  struct Operation: Sendable, Hashable {
    let kind: Kind
    let name: String?
  }

  private(set) var operations: [Operation] = []

  init(_ text: String) { text.withBytes { readOperations(from: Reader(bytes: $0)) } }

  private mutating func readOperations(from reader: Reader) {
    var reader = reader
    // The definition whose braces are still to come; `kind` is nil for a fragment or a schema.
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
    text.utf8.allSatisfy(ByteSet.inWord.contains)
      && text.utf8.first.map { $0 > UInt8(ascii: "9") } ?? false
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
    let bytes: UnsafeBufferPointer<UInt8>
    var position = 0
    var depth = 0

    mutating func nextToken() -> Token? {
      while position < bytes.count {
        let byte = bytes[position]
        switch byte {
        case .numberSign:
          position = bytes.place(of: .lineEnd, from: position)
        case UInt8(ascii: "\""):
          skipString()
        case UInt8(ascii: "{"), UInt8(ascii: "("), .openBracket:
          position += 1
          depth += 1
          if depth == 1 { return byte == UInt8(ascii: "{") ? .braces : .other }
        case UInt8(ascii: "}"), UInt8(ascii: ")"), .closeBracket:
          position += 1
          depth = max(0, depth - 1)
        case _ where ByteSet.inWord.contains(byte):
          let word = position..<bytes.end(of: .inWord, from: position)
          position = word.upperBound
          if depth == 0 { return .word(bytes.slice(word).text) }
        default:
          position += 1
          if depth == 0, byte == .at { return .other }
        }
      }
      return nil
    }

    private mutating func skipString() {
      let end: StaticString = bytes.has("\"\"\"", at: position) ? "\"\"\"" : "\""
      position += end.utf8CodeUnitCount
      while position < bytes.count, !bytes.has(end, at: position) {
        position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
      }
      position += end.utf8CodeUnitCount
    }
  }
}
