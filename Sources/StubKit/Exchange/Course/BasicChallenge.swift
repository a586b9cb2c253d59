import Foundation

/// A `WWW-Authenticate: Basic` header, and the answer to it.
struct BasicChallenge: Sendable {
  /// How many credentials are tried; a delegate that never tires would go round for ever.
  static let roundLimit = 20

  /// What a request fails with whose delegate gives up.
  static var cancellation: URLError {
    URLError(.cancelled, "The delegate cancelled the authentication.")
  }

  /// The realm that the server names, if it names one.
  let realm: String?

  /// Finds the first challenge for Basic authentication among a response's headers.
  init?(in headers: StubHeaders) {
    for field in headers.values(for: "WWW-Authenticate") {
      let words = field.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
      guard let scheme = words.first, String(scheme).equalsIgnoringASCIICase("Basic") else {
        continue
      }
      realm = words.count > 1 ? Self.realm(in: words[1]) : nil
      return
    }
    return nil
  }

  /// The value of the `Authorization` header for a user's password.
  static func authorization(user: String, password: String) -> String {
    "Basic \(Data("\(user):\(password)".utf8).base64EncodedString())"
  }

  /// The quoted or bare value of the realm parameter.
  private static func realm(in parameters: Substring) -> String? {
    for parameter in parameters.split(separator: ",") {
      let pair = parameter.split(separator: "=", maxSplits: 1)
      guard pair.count == 2,
        String(pair[0].filter { $0 != " " }).equalsIgnoringASCIICase("realm")
      else { continue }
      let value = pair[1].drop { $0 == " " }
      return String(value.first == "\"" ? value.dropFirst().prefix { $0 != "\"" } : value)
    }
    return nil
  }
}
