import StubKit

/// Texts of URLs, ordinary and odd, for property tests.
struct RandomURL {
  private var generator: SeededRandom

  init(seed: UInt64) {
    generator = SeededRandom(seed: seed)
  }

  /// The next text; Foundation may or may not take it for a URL.
  mutating func next() -> String {
    let scheme = generator.pick([
      "http:", "https:", "HTTP:", "ws:", "ftp:", "a+b-c.d:", "file:", "",
    ])
    let path = generator.pieces(of: Self.pathPieces, upTo: 8)
    let query =
      generator.pick([true, false, true])
      ? "?" + generator.pieces(of: Self.queryPieces, upTo: 10) : ""
    let fragment =
      generator.pick([true, false, false])
      ? "#" + generator.pieces(of: ["a", "/", "?", "b=c", "%20", "é", "%"], upTo: 4) : ""
    return scheme + authority() + path + query + fragment
  }

  private mutating func authority() -> String {
    guard generator.pick([true, true, true, false]) else { return "" }
    let user = generator.pick(["", "", "", "user@", "user:secret@", ":@", "@", "u%40x:p%3A@", "ü@"])
    let port = generator.pick(["", "", ":80", ":8080", ":", ":0", ":65535", ":99999", ":007", ":x"])
    return "//" + user + generator.pick(Self.hosts) + port
  }

  private static let hosts = [
    "a.com", "API.Example.com", "localhost", "127.0.0.1", "[::1]", "[fe80::1%25en0]", "[v1.x:y]",
    "", "a%20b", "%41.com", "bücher.de", "日本.jp", "a_b.com", "a..com", "a.com.", "%FF", "%zz", "a%",
  ]
  private static let pathPieces = [
    "/", "/", "/", "a", "users", "7", ".", "..", "%20", "%2F", "%2f", "%C3%A9", "%FF", "%", "%4",
    "%zz", "é", "日本", "👩‍👩‍👧", "e\u{301}", ":", "@", ";", "=", "+", "&", "~", "!", "*", "'", "(", ",",
    "[", "]", "|", " ", "\"", "<", "\\", "{id}", "^", "`",
  ]
  private static let queryPieces = [
    "a", "b", "page", "1", "=", "=", "&", "&", "&&", ";", "+", "%20", "%26", "%3D", "%C3%A9", "%FF",
    "%", "%zz", "é", "日本", "?", "/", ":", "@", "[", "]", "[]", "|", " ", "\"", "'", "{}", "^",
  ]
}
