import Foundation

struct BasicChallenge: Sendable {
  /// The most credentials to try, since a delegate may offer a wrong one every time.
  static let roundLimit = 20

  let realm: String?

  init?(in headers: StubHeaders) {
    // Commas separate challenges as well as the parameters of one challenge.
    let pieces = headers.values(for: "WWW-Authenticate").flatMap {
      HeaderParameters.pieces(of: $0, separatedBy: ",")
    }
    // A scheme begins a challenge; a parameter has an equals sign, perhaps with blanks before it.
    let scheme = /[^ \t=]+(?:[ \t]+[^ \t=]|$)/
    let basic = /(?i)basic(?:[ \t]+[^ \t=]|$)/
    guard let start = pieces.firstIndex(where: { $0.prefixMatch(of: basic) != nil }) else {
      return nil
    }
    let others = pieces[(start + 1)...].prefix { $0.prefixMatch(of: scheme) == nil }
    let own = pieces[start].dropFirst("basic".count).trimmingBlanks
    realm = HeaderParameters((["basic", own] + others).joined(separator: ";"))["realm"]
  }

  static func authorization(user: String, password: String) -> String {
    "Basic \(Data("\(user):\(password)".utf8).base64EncodedString())"
  }
}
