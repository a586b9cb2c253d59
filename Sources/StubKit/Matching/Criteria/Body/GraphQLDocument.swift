/// The names of the operations in the text of a GraphQL document.
///
/// It reads only as much of the language as that takes: comments, strings, brackets and names.
struct GraphQLDocument {
  /// The names of the named operations, in order.
  let operationNames: [String]

  init(_ text: String) {
    var scanner = Scanner(bytes: Array(text.utf8))
    operationNames = scanner.operationNames()
  }

  private struct Scanner {
    let bytes: [UInt8]
    var position = 0
    var depth = 0

    mutating func operationNames() -> [String] {
      var names: [String] = []
      var previous = ""
      while let token = nextOuterToken() {
        if ["query", "mutation", "subscription"].contains(previous), Self.isName(token) {
          names.append(token)
          previous = ""
        } else {
          // The word behind `fragment` is a name, whatever it says.
          previous = previous == "fragment" ? "" : token
        }
      }
      return names
    }

    /// The next name or bracket outside all brackets.
    private mutating func nextOuterToken() -> String? {
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
          if depth == 1 { return "{" }
        case UInt8(ascii: "}"), UInt8(ascii: ")"), .closeBracket:
          position += 1
          depth = max(0, depth - 1)
        case _ where Self.isNameByte(byte):
          let start = position
          while position < bytes.count, Self.isNameByte(bytes[position]) { position += 1 }
          if depth == 0 { return String(decoding: bytes[start..<position], as: UTF8.self) }
        default:
          position += 1
        }
      }
      return nil
    }

    /// Moves behind a string, or a block string in three quotes, that starts here.
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

    private static func isName(_ token: String) -> Bool {
      token.utf8.first.map(isNameByte) ?? false
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
      byte.asciiLowercased &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10
        || byte == UInt8(ascii: "_")
    }
  }
}
