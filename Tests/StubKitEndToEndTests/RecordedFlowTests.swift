import Foundation
import StubKit
import StubKitRecording
import TestPlaces
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Apps that a seeded generator makes up: they sign in, are given a list, and ask for each thing in it.
struct RecordedFlowTests {
  private let temporary = TemporaryFolder()

  @Test(arguments: 0..<60)
  func `what was recorded of an app replays, whatever it keeps secret`(seed: Int) async throws {
    let shop = SecretiveShop(seed: UInt64(seed))
    let server = try LoopbackServer { shop.answer($0) }
    let file = temporary.url.appendingPathComponent("flow.har")
    let order = Array(shop.items.indices)
    let live = try await withRecording(to: file) { _ in
      try await shop.run(at: server.url(""), password: "pass-word \(seed)", in: order)
    }
    try #require(live == shop.items.map(\.title), "\(shop)")

    let disk = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    for secret in shop.items.map(\.secret) + [shop.token, "pass-word \(seed)"]
    where shop.hides || secret.hasPrefix("pass-") {
      #expect(!disk.contains(secret), "\(secret) of \(shop) is on the disk")
    }
    var random = SeededRandom(seed: UInt64(seed) + 99)
    for _ in 1...2 {
      let order = (order + order).shuffled(using: &random)
      let replayed = try await withRecording(to: file, mode: .never) { _ in
        try await shop.run(at: server.url(""), password: "another", in: order)
      }
      #expect(replayed == order.map { shop.items[$0].title }, "\(shop)")
    }
  }
}

/// A server with secrets, and the app that uses it.
private struct SecretiveShop: CustomStringConvertible, Sendable {
  struct Item: Sendable {
    let secret: String
    let title: String
  }

  enum Place: CaseIterable { case path, query, header, json, form }
  enum Credential: CaseIterable { case bearer, key, cookie, basic }
  enum Shape: CaseIterable { case uuid, number, hex, base64, webToken, mail, words }

  let word: String
  let hides: Bool
  let shape: Shape
  let place: Place
  let credential: Credential
  let isDictionary: Bool
  let hasNonce: Bool
  let items: [Item]
  let token: String

  var description: String {
    "\(word), \(shape), \(place), \(credential), \(isDictionary ? "by name" : "a list"), \(items)"
  }

  private static let words = [
    ("token", true), ("session", true), ("secret", true), ("api_key", true), ("cardNumber", true),
    ("accountNumber", true), ("access-token", true), ("passcode", true), ("id", false),
    ("key", false), ("cursor", false), ("slug", false),
  ]

  init(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    func pick<Value>(_ values: [Value]) -> Value {
      values[Int(random.next() % UInt64(values.count))]
    }
    (word, hides) = pick(Self.words)
    let shape = pick(Shape.allCases)
    self.shape = shape
    // A header that has no secret does not tell requests apart.
    place = pick(Place.allCases.filter { [hides] in $0 != .header || hides })
    credential = pick(Credential.allCases)
    (isDictionary, hasNonce) = (pick([true, false]), pick([true, false]))
    let count = 2 + Int(random.next() % 4)
    items = (0..<count).map {
      Item(secret: Self.secret(shape, &random), title: "the title of \($0)")
    }
    token = Self.secret(pick([.hex, .base64, .webToken]), &random)
  }

  private static func secret(_ shape: Shape, _ random: inout SeededRandom) -> String {
    func text(_ letters: String, _ count: Int) -> String {
      let letters = Array(letters)
      return String((0..<count).map { _ in letters[Int(random.next() % UInt64(letters.count))] })
    }
    let digits = "0123456789"
    let all = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
    switch shape {
    case .uuid:
      let hex = digits + "abcdef"
      return "\(text(hex, 8))-\(text(hex, 4))-4\(text(hex, 3))-a\(text(hex, 3))-\(text(hex, 12))"
    case .number: return "4" + text(digits, 7)
    case .hex: return "a1" + text(digits + "abcdef", 30)
    case .base64: return Data(text(all, 23).utf8).base64EncodedString()
    case .webToken: return "eyJhbGciOiJIUzI1NiJ9.eyJ\(text(all, 20)).\(text(all, 20))"
    case .mail: return "\(text("abcdefgh", 8))@mail.test"
    case .words: return "\(text("abcdefgh", 6)) \(text("xyz", 5)) \(text(digits, 3))"
    }
  }

  // What the server does.

  func answer(_ request: LoopbackServer.Request) -> LoopbackServer.Response {
    let json = ["Content-Type: application/json"]
    if request.target == "/login" {
      return .text(StubJSON.object(["access_token": .string(token)]).description, headers: json)
    }
    let sent = credentials(token).flatMap { request.headers[$0.name.lowercased()] }
    guard sent == credentials(token)?.value else { return .text("who?", status: 401) }
    if request.target == "/list" {
      let members = items.map { item in
        ["title": StubJSON.string(item.title), word: .string(item.secret)]
      }
      let list: StubJSON =
        isDictionary
        ? .object(
          Dictionary(
            uniqueKeysWithValues: members.enumerated().map { ("item\($0)", .object($1)) }))
        : .array(members.map { .object($0) })
      return .text(list.description, headers: json)
    }
    let body = String(decoding: request.body, as: UTF8.self)
    let said = [request.target, body, request.headers["x-\(word.lowercased())"] ?? ""]
    let texts = said + said.compactMap(\.removingPercentEncoding)
    let found = items.first { item in texts.contains { $0.contains(item.secret) } }
    return .text(found?.title ?? "nothing like \(texts)", status: found == nil ? 404 : 200)
  }

  // What the app does.

  private func credentials(_ token: String) -> (name: String, value: String)? {
    switch credential {
    case .bearer: ("Authorization", "Bearer \(token)")
    case .key: ("X-Api-Key", token)
    case .cookie: ("Cookie", "theme=dark; sid=\(token)")
    case .basic: ("Authorization", "Basic " + Data("app:\(token)".utf8).base64EncodedString())
    }
  }

  func run(at base: String, password: String, in order: [Int]) async throws -> [String] {
    var login = try request("/login", at: base)
    login.httpMethod = "POST"
    login.httpBody = Data(
      StubJSON.object(["user": "ann", "password": .string(password)]).description.utf8)
    let session = try StubJSON(parsing: try await data(login))
    let token = try #require(session["access_token"]?.text)
    var list = try request("/list", at: base)
    add(token, to: &list)
    let found = try StubJSON(parsing: try await data(list))
    let names = try items.indices.map { index in
      let item = isDictionary ? found["item\(index)"] : found[index]
      #expect(item?["title"]?.text == items[index].title)
      return try #require(item?[word]?.text)
    }
    #expect(Set(names).count == items.count)
    var answers: [String] = []
    for index in order {
      var request = try request(for: names[index], at: base)
      add(token, to: &request)
      if hasNonce { request.setValue(UUID().uuidString, forHTTPHeaderField: "Idempotency-Key") }
      answers.append(String(decoding: try await data(request), as: UTF8.self))
    }
    return answers
  }

  private func add(_ token: String, to request: inout URLRequest) {
    guard let field = credentials(token) else { return }
    request.httpShouldHandleCookies = false
    request.setValue(field.value, forHTTPHeaderField: field.name)
  }

  private func data(_ request: URLRequest) async throws -> Data {
    try await URLSession.shared.data(for: request).0
  }

  private func request(_ path: String, at base: String) throws -> URLRequest {
    URLRequest(url: try #require(URL(string: base + path)))
  }

  private func request(for name: String, at base: String) throws -> URLRequest {
    let encoded = name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? name
    switch place {
    case .path: return try request("/of/\(encoded)/x", at: base)
    case .query: return try request("/of?page=1&\(word)=\(encoded)", at: base)
    case .header:
      var request = try request("/of", at: base)
      request.setValue(name, forHTTPHeaderField: "X-\(word)")
      return request
    case .json, .form:
      var request = try request("/of", at: base)
      request.httpMethod = "POST"
      let json = StubJSON.object([word: .string(name), "page": 1]).description
      request.httpBody = Data((place == .json ? json : "page=1&\(word)=\(encoded)").utf8)
      request.setValue(
        place == .json ? "application/json" : "application/x-www-form-urlencoded",
        forHTTPHeaderField: "Content-Type")
      return request
    }
  }
}

extension StubJSON {
  fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
}
