import Foundation
import StubKit
import StubKitRecording
import TestPlaces
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Apps that put what they were given into other texts find what was recorded for it.
struct ComposedSecretTests {
  private let temporary = TemporaryFolder()

  /// How an app asks with a token; `~` stands for the token, `^` for the token in base64, and `^{…}`
  /// for base64 of a text with the token in it.
  struct Asking: CustomTestStringConvertible, Sendable {
    var path = "/mine"
    var header: (name: String, value: String)?
    var body: String?
    var isForm = false

    var testDescription: String { "\(path) \(header?.value ?? "") \(body ?? "")" }

    func request(with token: String, at base: String) throws -> URLRequest {
      func encoded(_ text: some StringProtocol) -> String { Data(text.utf8).base64EncodedString() }
      func filled(_ text: String) -> String {
        text.replacing(/\^\{(.*?)\}/) { encoded($0.1.replacing("~", with: token)) }
          .replacing("~", with: token).replacing("^", with: encoded(token))
      }
      let user = path.hasPrefix("@") ? "http://ada:\(token)@" : "http://"
      let address = base.replacing("http://", with: user) + filled(path.replacing("@", with: ""))
      var request = URLRequest(url: try #require(URL(string: address)))
      request.httpShouldHandleCookies = false
      if let header { request.setValue(filled(header.value), forHTTPHeaderField: header.name) }
      guard let body else { return request }
      request.httpMethod = "POST"
      request.httpBody = Data(filled(body).utf8)
      request.setValue(
        isForm ? "application/x-www-form-urlencoded" : "application/json",
        forHTTPHeaderField: "Content-Type")
      return request
    }
  }

  private static let composed: [Asking] =
    [
      "GenieKey ~", "Bot ~", "Zoho-oauthtoken ~", "key=~", "Token token=\"~\"", "Bearer \"~\"",
      "Token token=\"~\", email=\"ada@mail.test\"", "PVEAPIToken=ada@pam!x=~", "Basic ^",
      "OAuth oauth_consumer_key=\"abc\", oauth_token=\"~\", oauth_signature=\"s1gn4ture%3D\"",
      "SharedAccessSignature sr=https%3A%2F%2Fa.test&sig=~&se=1700000000",
      "Hawk id=\"~\", mac=\"m4c\"",
    ].map { Asking(header: ("Authorization", $0)) }
    + ["v1:~", "7.~", "ada:~", "^"].map { Asking(header: ("X-Auth-Token", $0)) }
    + ["lang=de; sid=s%3A~.s1gn4ture", "auth=7|~", "u=%7B%22t%22%3A%22~%22%7D"].map {
      Asking(header: ("Cookie", $0))
    }
    + ["token=v1.~", "token=~.s1gn4ture", "auth=%7B%22token%22%3A%22~%22%7D", "code=~"].map {
      Asking(path: "/mine?" + $0)
    }
    + ["/reset/v1-~", "/a/token/~.s1gn4ture", "/plain/~", "@/mine"].map { Asking(path: $0) }
    + [#"{"token": "web:~"}"#, #"{"token": "^"}"#, #"{"credential": "ada:~", "page": 1}"#].map {
      Asking(body: $0)
    }
    + ["password=token.~", "page=1&token=7%7C~"].map { Asking(body: $0, isForm: true) }

  private static let encoded: [Asking] =
    ["Basic ^{ada:~}", "Basic ^{~:}", "Basic ^{~:x}", "GenieKey ~", "Token token=\"~\""].map {
      Asking(header: ("Authorization", $0))
    }
    + [
      "/nodes/^{User:~}", "/nodes/^{User:~}/posts", "/nodes?id=^{gid://shop/Order/~}",
      "/x?f=%7B%22t%22:%22^{a:~}%22%7D",
    ].map {
      Asking(path: $0)
    }
    + [
      Asking(header: ("X-Auth-Token", "^{ada:~}")), Asking(header: ("X-Node", "^{User:~:7}")),
      Asking(body: #"{"variables": {"id": "^{User:~}"}, "query": "query Q { a }"}"#),
      Asking(body: "page=1&after=^{~:20}", isForm: true), Asking(body: #"{"ids": "^{~},^{a:~}"}"#),
    ]

  /// Secrets of one kind, whose names differ in few digits.
  private static let kinds: [[String]] = [
    (10...21).map { "Xy7Kq2Lm\($0)" },
    (10...21).map { "3f2504e0-4f89-41d3-9a0c-0305e82c33\($0)" }, (10...21).map { "482019\($0)" },
    (10...21).map { "9f86d081884c7d659a2feaa0c55ad0\($0)" },
  ]

  private static let short: [Asking] = [
    Asking(path: "/unlock/~"), Asking(path: "/doors/~/open?v=1"), Asking(path: "/x?c=~&d=1"),
    Asking(header: ("X-Door", "~")), Asking(body: #"{"p": "~", "page": 1}"#),
    Asking(body: #"["~"]"#), Asking(body: "page=1&door=~", isForm: true),
  ]

  private static func list(_ word: String, of secrets: [String]) -> StubJSON {
    .array(secrets.map { [word: .string($0), "note": .string("order 1-1234-1 of 11234")] })
  }

  private static func next(of count: StubState<Int>) -> Int {
    count.update { count in
      defer { count += 1 }
      return count
    }
  }

  /// Records a list and its details, asked for by the secrets in it, and replays them in other orders.
  ///
  /// The app takes what it sends from the secrets, such as a part of each.
  private func check(
    _ asking: Asking, _ word: String, of secrets: [String], list: String,
    taking: @escaping @Sendable (String) -> String = { $0 }
  ) async throws -> String {
    let bodies = Self.list(word, of: secrets)
    let asked = StubState(0)
    let server = try LoopbackServer { request in
      if request.target == list {
        return .text(bodies.description, headers: ["Content-Type: application/json"])
      }
      return .text("title \(Self.next(of: asked))")
    }
    let base = server.url("")
    @Sendable func run(in order: [Int]) async throws -> [String] {
      let (data, _) = try await URLSession.shared.data(
        from: try #require(URL(string: base + list)))
      let given = try StubJSON(parsing: data)
      var titles: [String] = []
      for index in order {
        guard case .string(let token)? = given[index]?[word] else { continue }
        let (data, _) = try await URLSession.shared.data(
          for: try asking.request(with: taking(token), at: base))
        titles.append(String(decoding: data, as: UTF8.self))
      }
      return titles
    }
    let file = temporary.url.appendingPathComponent("\(UUID()).har")
    let order = Array(secrets.indices)
    let live = try await withRecording(to: file) { _ in try await run(in: order) }
    #expect(live == order.map { "title \($0)" })
    var random = SeededRandom(seed: UInt64(asking.testDescription.utf8.count))
    for order in [order, order.reversed(), (order + order).shuffled(using: &random)] {
      let replayed = try await withRecording(to: file, mode: .never) { _ in
        try await run(in: order)
      }
      #expect(replayed == order.map { "title \($0)" })
    }
    return String(decoding: try Data(contentsOf: file), as: UTF8.self)
  }

  private static let tokens = [
    "9f86d081884c7d659a2feaa0c55ad015", "sk_test_4eC39HqLyjWDarjtT1zdp7dc",
    "3f2504e0-4f89-41d3-9a0c-0305e82c3301", "Xy7Kq2Lm9Pw4", "f0e4c2f76c58916ec258f246851bea09",
  ]

  // The details are found before the list, or behind it.
  @Test(arguments: composed, ["/list", "/zoo"])
  func `what an app composes of a token`(asking: Asking, list: String) async throws {
    let disk = try await check(asking, "token", of: Self.tokens, list: list)
    for token in Self.tokens + ["s1gn4ture"] {
      #expect(!disk.contains(token))
      #expect(!disk.contains(Data(token.utf8).base64EncodedString().prefix(12)))
    }
  }

  @Test(arguments: encoded, kinds)
  func `what an app composes of each of many tokens`(asking: Asking, tokens: [String]) async throws
  {
    let disk = try await check(asking, "token", of: tokens, list: "/list")
    for token in tokens {
      #expect(!disk.contains(token))
      for start in ["", "a", "User:", "ada:", "gid://shop/Order/"] {
        let encoded = Data((start + token).utf8).base64EncodedString()
        #expect(!disk.contains(encoded.dropLast(4).suffix(8)))
      }
    }
  }

  @Test(arguments: [
    ("iban", (1...9).map { "DE89 3704 0044 0532 013\($0) 00" }, "/accounts/~"),
    ("card_number", (1...9).map { "4111 1111 1111 11\($0)1" }, "/cards/~/limits"),
    ("iban", (1...9).map { "GB29 NWBK 6016 1331 9268 1\($0)" }, "/pay?to=~"),
  ])
  func `a number in groups is asked for without them`(
    word: String, numbers: [String], path: String
  ) async throws {
    let disk = try await check(Asking(path: path), word, of: numbers, list: "/list") {
      $0.filter { $0.isLetter || $0.isNumber }
    }
    for number in numbers {
      #expect(!disk.contains(number))
      #expect(!disk.contains(number.filter { $0.isLetter || $0.isNumber }))
    }
  }

  @Test func `the id that begins a secret stays`() async throws {
    let secrets = (1...4).map { "pi_3MtwBwLkdIwHu7i\($0)_secret_YrKJUKribcBjcG8HVhfZluoG\($0)" }
    let disk = try await check(
      Asking(path: "/payment_intents/~"), "client_secret", of: secrets, list: "/list"
    ) { $0.components(separatedBy: "_secret_")[0] }
    #expect(!disk.contains("YrKJUKrib"))
    #expect(disk.contains("/payment_intents/pi_3MtwBwLkdIwHu7i4\""))
  }

  @Test(arguments: [#"{"ids": "~"}"#, #"["~"]"#, "~", "ids=~", "{\"a\": 1}\n{\"ids\": \"~\"}"])
  func `a list of tokens in one text`(body: String) async throws {
    let tokens = (1...5).map { "9f86d081884c7d659a2feaa0c55ad01\($0)" }
    let server = try LoopbackServer { request in
      request.target == "/list"
        ? .text(Self.list("token", of: tokens).description)
        : .text("title \(String(decoding: request.body, as: UTF8.self).hashValue)")
    }
    let base = server.url("")
    @Sendable func run(in orders: [[Int]]) async throws -> [String: String] {
      let (data, _) = try await URLSession.shared.data(
        from: try #require(URL(string: base + "/list")))
      let given = try StubJSON(parsing: data)
      var titles: [String: String] = [:]
      for order in orders {
        let list = order.compactMap { given[$0]?["token"] }.map { value -> String in
          if case .string(let token) = value { token } else { "" }
        }
        let text = body.replacing("~", with: list.joined(separator: ","))
        let asking = Asking(body: text, isForm: text.hasPrefix("ids="))
        let (data, _) = try await URLSession.shared.data(
          for: try asking.request(with: "", at: base))
        titles["\(order)"] = String(decoding: data, as: UTF8.self)
      }
      return titles
    }
    let file = temporary.url.appendingPathComponent("list.har")
    let orders = [[0, 1, 2], [2, 1, 0, 3], [4, 3, 2, 1, 0], [1, 0, 2]]
    let live = try await withRecording(to: file) { _ in try await run(in: orders) }
    for orders in [orders, orders.reversed()] {
      let replayed = try await withRecording(to: file, mode: .never) { _ in
        try await run(in: orders)
      }
      #expect(replayed == live)
    }
  }

  @Test(arguments: short, ["/list", "/zoo"])
  func `a short secret that is asked for as a whole`(asking: Asking, list: String) async throws {
    let secrets = ["1234", "90417", "6662", "83125"]
    let disk = try await check(asking, "pin", of: secrets, list: list)
    for text in ["/", "\"", "=", "\\\""].flatMap({ sign in secrets.map { sign + $0 } }) {
      #expect(!disk.contains(text), "\(text)")
    }
    #expect(disk.contains("order 1-1234-1 of 11234"))
  }

  @Test(arguments: [
    "/status?token=~", "/status?sig=~&page=1", "/reset/~", "/reset/a%2F~/confirm", "@/status",
  ])
  func `what an app makes up for each request is answered in the order of the recording`(
    path: String
  ) async throws {
    let asked = StubState(0)
    let server = try LoopbackServer { _ in .text("\(Self.next(of: asked))") }
    let base = server.url("")
    @Sendable func run() async throws -> [String] {
      var answers: [String] = []
      for _ in 1...6 {
        let token = UUID().uuidString.replacing("-", with: "x")
        let request = try Asking(path: path).request(with: token, at: base)
        answers.append(
          String(decoding: try await URLSession.shared.data(for: request).0, as: UTF8.self))
      }
      return answers
    }
    let file = temporary.url.appendingPathComponent("poll.har")
    let live = try await withRecording(to: file) { _ in try await run() }
    #expect(live == (0..<6).map { "\($0)" })
    for _ in 1...2 {
      let replayed = try await withRecording(to: file, mode: .never) { _ in try await run() }
      #expect(replayed == live)
    }
    // Recorded again, the file has the answers of both, each in their order.
    try await withRecording(to: file, mode: .append) { _ in
      _ = try await URLSession.shared.data(from: try #require(URL(string: base + "/about")))
    }
    let replayed = try await withRecording(to: file, mode: .never) { _ in try await run() }
    #expect(replayed == live)
  }
}
