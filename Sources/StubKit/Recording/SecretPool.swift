import Foundation

/// The values that were redacted somewhere, to be taken out of every other place.
struct SecretPool: Sendable {
  private var texts: Set<String> = []

  /// Shorter values would be found by chance all over a body.
  private static let shortest = 6

  /// Adds a value that a name gave away.
  mutating func add(_ value: some StringProtocol) {
    let value = value.trimmingCharacters(in: .whitespaces)
    guard value.utf8.count >= Self.shortest, value != ArchivedRequest.redacted else { return }
    texts.insert(value)
    if let decoded = value.removingPercentEncoding, decoded.utf8.count >= Self.shortest {
      texts.insert(decoded)
    }
  }

  /// Adds what a header's value gives away: the whole, and its parts that are secrets by themselves.
  mutating func add(header name: String, value: String) {
    add(value)
    switch name.lowercased() {
    case "authorization", "proxy-authorization":
      guard let space = value.firstIndex(of: " ") else { return }
      let credential = value[value.index(after: space)...]
      add(credential)
      // user:password
      guard let data = Data(base64Encoded: String(credential)) else { return }
      let pair = String(decoding: data, as: UTF8.self)
      add(pair)
      if let colon = pair.firstIndex(of: ":") { add(pair[pair.index(after: colon)...]) }
    case "cookie", "set-cookie":
      for piece in value.split(whereSeparator: { ";,".contains($0) }) {
        guard let equals = piece.firstIndex(of: "=") else { continue }
        let cookie = piece[piece.index(after: equals)...].trimmingCharacters(in: ["\"", " "])
        if Self.isRandom(cookie) { add(cookie) }
      }
    default: break
    }
  }

  /// Whether a value does not look like a word: `theme=default` must not cost a body its defaults.
  private static func isRandom(_ value: String) -> Bool {
    value.utf8.count >= 16 || (value.utf8.count >= 8 && value.contains(where: \.isNumber))
  }

  /// What takes the values out of texts and bytes.
  var cleaner: SecretCleaner { SecretCleaner(forms: forms) }

  /// The values as they may be written, the longest first, so that no part of one stays behind.
  private var forms: [String] {
    var forms: Set<String> = []
    for text in texts {
      forms.insert(text)
      forms.insert(text.formEncoded)
      forms.insert(text.formEncoded.replacingOccurrences(of: "+", with: "%20"))
      forms.insert(text.addingPercentEncoding(withAllowedCharacters: .urlQueryAllowed) ?? text)
      let json = String(StubJSON.string(text).description.dropFirst().dropLast())
      forms.insert(json)
      forms.insert(json.replacingOccurrences(of: "/", with: "\\/"))
      forms.insert(Data(text.utf8).base64EncodedString())
    }
    return forms.sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) }
  }
}
