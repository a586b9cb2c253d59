/// Finds the operations in the text of a GraphQL document.
///
/// Only comments, strings, brackets and names of the language are recognized.
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

  /// In the order of the document.
  let operations: [Operation]

  init(_ text: String) {
    var reader = Reader(bytes: Array(text.utf8))
    operations = reader.operations()
  }

  /// Whether a text is a valid GraphQL name.
  package static func isName(_ text: String) -> Bool {
    text.utf8.allSatisfy(isNameByte) && text.utf8.first.map { $0 > UInt8(ascii: "9") } ?? false
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    byte.asciiLowercased &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10
      || byte == UInt8(ascii: "_")
  }
}

extension GraphQLDocument {
  /// A token outside all brackets.
  private enum Token {
    case word(String)
    /// A selection, or anything else in braces.
    case braces
    /// Other brackets, or the `@` of a directive; no operation name can follow.
    case other
  }

  /// A definition whose braces have not come yet.
  private enum Definition {
    /// The next word begins a definition, and braces alone are a query.
    case none
    case operation(Kind, name: String?, mayBeNamed: Bool)
    /// A fragment or a schema definition.
    case another
  }

  private struct Reader {
    let bytes: [UInt8]
    var position = 0
    var depth = 0

    mutating func operations() -> [Operation] {
      var operations: [Operation] = []
      var definition = Definition.none
      while let token = nextToken() {
        switch (token, definition) {
        case (.word(let word), .none):
          definition =
            Kind(rawValue: word).map { .operation($0, name: nil, mayBeNamed: true) } ?? .another
        case (.braces, .none):
          operations.append(Operation(kind: .query, name: nil))
        case (.word(let word), .operation(let kind, _, mayBeNamed: true)):
          definition = .operation(kind, name: word, mayBeNamed: false)
        case (.other, .operation(let kind, let name, _)):
          definition = .operation(kind, name: name, mayBeNamed: false)
        case (.braces, .operation(let kind, let name, _)):
          operations.append(Operation(kind: kind, name: name))
          definition = .none
        case (.braces, .another):
          definition = .none
        case (.word, _), (.other, _):
          break
        }
      }
      // A truncated document still names its operation.
      if case .operation(let kind, let name, _) = definition {
        operations.append(Operation(kind: kind, name: name))
      }
      return operations
    }

    private mutating func nextToken() -> Token? {
      while position < bytes.count {
        let byte = bytes[position]
        switch byte {
        case .numberSign:
          while position < bytes.count, bytes[position] != 0x0A, bytes[position] != 0x0D {
            position += 1
          }
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
          while position < bytes.count, GraphQLDocument.isNameByte(bytes[position]) {
            position += 1
          }
          if depth == 0 { return .word(String(decoding: bytes[start..<position], as: UTF8.self)) }
        default:
          position += 1
          // White space and commas are insignificant; `@` begins a directive.
          if depth == 0, byte == .at { return .other }
        }
      }
      return nil
    }

    /// Skips the string or block string (in three quotes) that starts here.
    private mutating func skipString() {
      let quote = UInt8(ascii: "\"")
      let isBlock = bytes[position...].starts(with: [quote, quote, quote])
      position += isBlock ? 3 : 1
      while position < bytes.count {
        if bytes[position] == UInt8(ascii: "\\") {
          position += 2
        } else if bytes[position] == quote, !isBlock {
          position += 1
          return
        } else if isBlock, bytes[position...].starts(with: [quote, quote, quote]) {
          position += 3
          return
        } else {
          position += 1
        }
      }
    }
  }
}
