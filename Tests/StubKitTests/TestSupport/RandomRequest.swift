import Foundation
import StubKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Requests, ordinary and odd, from the vocabulary of the random matchers.
enum RandomRequest {
  /// A request whose URL may be written in any of the ways that mean the same.
  static func make(_ generator: inout SeededRandom) -> URLRequest {
    let isOrdinary = generator.next() % 3 > 0
    let text = isOrdinary ? generator.pick(Vocabulary.urls) : url(&generator)
    guard let url = URL(string: text) ?? URL(string: "http://a.com/users") else {
      preconditionFailure("the last of these is a URL")
    }
    var request = URLRequest(url: isOrdinary ? varied(url, &generator) : url)
    request.httpMethod = generator.pick(
      Vocabulary.methods + ["GET", "GET", "GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"])
    for _ in 0..<generator.next() % 3 {
      let name = generator.pick(Vocabulary.headers + ["x-a", "ACCEPT"])
      let values = Vocabulary.headerValues[name] ?? Vocabulary.words
      request.setValue(generator.pick(values), forHTTPHeaderField: name)
    }
    if generator.next() % 2 == 0 { request.httpBody = Data(generator.pick(Vocabulary.bodies).utf8) }
    return request
  }

  private static func url(_ generator: inout SeededRandom) -> String {
    let scheme = generator.pick(["http:", "https:", "HTTP:", ""])
    let host = generator.pick([
      "a.com", "A.COM", "api.example.com", "API.Example.COM", "b.api.example.com", "%61.com",
      "[::1]",
      "example.com", "", "%FF",
    ])
    let port = generator.pick(["", "", ":80", ":8080", ":x"])
    let path = generator.pick(
      Vocabulary.paths.map(encoded) + ["/%75sers/7/", "/users%2F7", "/%FF", "/%zz"])
    let items = (0..<generator.next() % 4).map { _ in item(&generator) }
    let query = items.isEmpty ? generator.pick(["", "?"]) : "?" + items.joined(separator: "&")
    return scheme + "//" + host + port + path + generator.pick(["", "", "/", "//"]) + query
      + generator.pick(["", "", "#x"])
  }

  private static func varied(_ url: URL, _ generator: inout SeededRandom) -> URL {
    guard generator.next() % 2 == 0 else { return url }
    let others = (0..<generator.next() % 3).map { _ in item(&generator) }
    return URL(
      string: url.absoluteString + (url.query == nil ? "?" : "&") + others.joined(separator: "&"))
      ?? url
  }

  private static func item(_ generator: inout SeededRandom) -> String {
    let name = encoded(generator.pick(Vocabulary.words + ["x", "%61", "%zz"]))
    return generator.pick(Vocabulary.values).map { "\(name)=\(encoded($0))" } ?? name
  }

  private static func encoded(_ text: String) -> String {
    text.replacingOccurrences(of: " ", with: "%20").replacingOccurrences(of: "é", with: "%C3%A9")
  }
}
