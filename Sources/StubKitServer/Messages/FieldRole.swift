import StubKit

enum FieldRole {
  case host, contentLength, transferEncoding, connection, expect, upgrade
  /// A field about this connection only, which stubs do not see.
  case ofConnection
  case ofMessage

  init(_ name: FieldLine.Bytes) {
    // The length alone tells most fields apart.
    let known: (String, FieldRole)? =
      switch name.count {
      case 2: ("te", .ofConnection)
      case 4: ("host", .host)
      case 6: ("expect", .expect)
      case 7 where name.first == UInt8(ascii: "T") || name.first == UInt8(ascii: "t"):
        ("trailer", .ofConnection)
      case 7: ("upgrade", .upgrade)
      case 10 where name.first == UInt8(ascii: "K") || name.first == UInt8(ascii: "k"):
        ("keep-alive", .ofConnection)
      case 10: ("connection", .connection)
      case 14: ("content-length", .contentLength)
      case 16: ("proxy-connection", .ofConnection)
      case 17: ("transfer-encoding", .transferEncoding)
      default: nil
      }
    guard let known, name.equalsIgnoringASCIICase(lowercased: known.0) else {
      self = .ofMessage
      return
    }
    self = known.1
  }

  static func separator(of name: String) -> String {
    name.lowercased() == "cookie" ? "; " : ", "
  }
}

extension [String: String] {
  func index(forName name: String) -> Index? {
    if let place = index(forKey: name) { return place }
    return indices.first {
      keys[$0].utf8.count == name.utf8.count && keys[$0].lowercased() == name.lowercased()
    }
  }
}
