import Foundation

struct BasicChallenge: Sendable {
  /// A delegate may offer a wrong credential every time.
  static let roundLimit = 20

  static var cancellation: URLError {
    URLError(.cancelled, "The delegate cancelled the authentication.")
  }

  let realm: String?

  init?(in headers: StubHeaders) {
    let fields = headers.values(for: "WWW-Authenticate")
    guard let parameters = fields.lazy.compactMap(Self.parameters).first else { return nil }
    realm = parameters["realm"]
  }

  static func authorization(user: String, password: String) -> String {
    "Basic \(Data("\(user):\(password)".utf8).base64EncodedString())"
  }

  private static func parameters(in field: String) -> HeaderParameters? {
    let pieces = HeaderParameters.pieces(of: field, separatedBy: ",").map(parts(of:))
    let start = pieces.firstIndex { $0.scheme?.equalsIgnoringASCIICase("Basic") ?? false }
    guard let start else { return nil }
    // Commas separate challenges as well as the parameters of one challenge.
    let others = pieces[(start + 1)...].prefix { $0.scheme == nil }
    return HeaderParameters(
      value: "basic", CollectionOfOne(pieces[start].parameter) + others.map(\.parameter))
  }

  /// `scheme` is nil unless the piece begins a new challenge.
  private static func parts(of piece: String) -> (scheme: String?, parameter: String) {
    let end = piece.utf8.firstIndex(where: \.isBlank) ?? piece.endIndex
    let (word, rest) = (piece[..<end], piece[end...].trimmingBlanks)
    let equals = UInt8(ascii: "=")
    // There may be blanks before the equals sign of a parameter.
    let isParameter = word.isEmpty || word.utf8.contains(equals) || rest.utf8.first == equals
    return isParameter ? (nil, piece) : (String(word), rest)
  }
}
