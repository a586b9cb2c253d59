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
      guard let parameters = Self.parameters(in: field) else { continue }
      realm = parameters["realm"]
      return
    }
    return nil
  }

  /// The value of the `Authorization` header for a user's password.
  static func authorization(user: String, password: String) -> String {
    "Basic \(Data("\(user):\(password)".utf8).base64EncodedString())"
  }

  /// The parameters of the first challenge of this scheme in a list; nil if there is none.
  private static func parameters(in field: String) -> HeaderParameters? {
    let pieces = HeaderParameters.pieces(of: field, separatedBy: ",").map(parts(of:))
    let start = pieces.firstIndex { $0.scheme?.equalsIgnoringASCIICase("Basic") ?? false }
    guard let start else { return nil }
    // Commas stand between challenges, and between the parameters of one.
    let others = pieces[(start + 1)...].prefix { $0.scheme == nil }
    return HeaderParameters(
      value: "basic", CollectionOfOne(pieces[start].parameter) + others.map(\.parameter))
  }

  /// The scheme with which a piece of the list begins another challenge, and the parameter behind it.
  private static func parts(of piece: String) -> (scheme: String?, parameter: String) {
    let end = piece.utf8.firstIndex(where: \.isBlank) ?? piece.endIndex
    let (word, rest) = (piece[..<end], piece[end...].trimmingBlanks)
    let equals = UInt8(ascii: "=")
    // There may be blanks before the equals sign of a parameter.
    let isParameter = word.isEmpty || word.utf8.contains(equals) || rest.utf8.first == equals
    return isParameter ? (nil, piece) : (String(word), rest)
  }
}
