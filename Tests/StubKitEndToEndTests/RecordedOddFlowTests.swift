import Foundation
import StubKit
import StubKitRecording
import TestPlaces
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What apps do with what they are given, beside sending it back as it is.
struct RecordedOddFlowTests {
  private let temporary = TemporaryFolder()

  private static let signature = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
  private static let session = "3f2504e0-4f89-41d3-9a0c-0305e82c3301"
  private static let numbers = [48_201_937, 48_201_938]
  private static let csrf = ["Kf82hdY7sQpL0aZ3", "Pq91jsU4mWvX6bR8"]
  private static let code = "4f9Ac2e81Bd07f6e33"

  private static func answer(_ request: LoopbackServer.Request) -> LoopbackServer.Response {
    let base = "http://\(request.headers["host"] ?? "")"
    let json = ["Content-Type: application/json"]
    let body = String(decoding: request.body, as: UTF8.self)
    func checked(_ isRight: Bool, _ text: String) -> LoopbackServer.Response {
      .text(isRight ? text : "wrong: \(request.target) \(body)", status: isRight ? 200 : 400)
    }
    switch request.target {
    case "/upload-address":
      return .text(
        #"{"upload": {"url": "\#(base)/put?part=1&X-Amz-Signature=\#(signature)"}}"#, headers: json)
    case "/put?part=1&X-Amz-Signature=\(signature)": return .text("taken")
    case "/session": return .text(#"{"session": "\#(session)"}"#, headers: json)
    case "/of/\(session.uppercased())": return .text("yours")
    case "/header": return .text("here", headers: ["X-Auth-Token: \(session)"])
    case "/graphql":
      return checked(body.contains(session), #"{"data": {"me": "ann"}}"#)
    case "/accounts":
      return .text(
        #"{"accounts": [{"account_number": \#(numbers[0])}, {"account_number": \#(numbers[1])}]}"#,
        headers: json)
    case "/transfer":
      let sent = try? StubJSON(parsing: request.body)
      let isForth = sent?["from_account_number"] == .integer(numbers[0])
      let known = numbers.map { StubJSON.integer($0) }
      guard let from = sent?["from_account_number"], known.contains(from) else {
        return checked(false, "")
      }
      return .text(isForth ? "forth" : "back")
    case _ where request.target.hasPrefix("/accounts/"):
      let index = numbers.firstIndex { request.target.hasSuffix("/\($0)") }
      return checked(index != nil, "account \(index ?? -1)")
    case "/form/0", "/form/1":
      let index = request.target.hasSuffix("0") ? 0 : 1
      return .text(
        #"<form><input type="hidden" name="csrf_token" value="\#(csrf[index])"></form>"#,
        headers: ["Content-Type: text/html"])
    case "/send":
      let index = csrf.firstIndex { body.contains($0) }
      return checked(index != nil, "sent \(index ?? -1)")
    case "/authorize":
      return .text("", status: 302, headers: ["Location: /callback?code=\(code)&state=xyz"])
    case "/callback?code=\(code)&state=xyz": return .text("back again")
    case "/signed":
      let isRight =
        request.headers["x-signature"]
        .flatMap { Data(base64Encoded: $0) }
        .map { String(decoding: $0, as: UTF8.self).contains(session) } ?? false
      return checked(isRight, "signed")
    default: return checked(false, "")
    }
  }

  /// What the app does, a step each; what it was answered.
  private struct App {
    let base: String

    func ask(
      _ path: String, _ body: String? = nil, type: String = "application/json",
      headers: [String: String] = [:]
    ) async throws -> (String, HTTPURLResponse?) {
      var request = URLRequest(
        url: try #require(URL(string: path.hasPrefix("h") ? path : base + path)))
      if let body {
        request.httpMethod = "POST"
        request.httpBody = Data(body.utf8)
        request.setValue(type, forHTTPHeaderField: "Content-Type")
      }
      for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
      let (data, response) = try await URLSession.shared.data(for: request)
      return (String(decoding: data, as: UTF8.self), response as? HTTPURLResponse)
    }

    func json(_ path: String) async throws -> StubJSON {
      try StubJSON(parsing: Data(try await ask(path).0.utf8))
    }

    func session() async throws -> String {
      guard case .string(let text)? = try await json("/session")["session"] else { return "" }
      return text
    }

    func numbers() async throws -> [Int] {
      guard case .array(let accounts)? = try await json("/accounts")["accounts"] else { return [] }
      return accounts.compactMap {
        if case .integer(let number)? = $0["account_number"] { number } else { nil }
      }
    }

    func send(form index: Int) async throws -> String {
      let page = try await ask("/form/\(index)").0
      let token = page.components(separatedBy: "value=\"").last?.prefix { $0 != "\"" } ?? ""
      return try await ask(
        "/send", "csrf_token=\(token)&text=hello", type: "application/x-www-form-urlencoded"
      ).0
    }

    func transfer(from: Int, to: Int) async throws -> String {
      try await ask(
        "/transfer", #"{"from_account_number": \#(from), "to_account_number": \#(to)}"#
      ).0
    }

    static let steps: [@Sendable (App) async throws -> [String]] = [
      { app in
        guard case .string(let url)? = try await app.json("/upload-address")["upload"]?["url"]
        else { return [] }
        return [try await app.ask(url).0]
      },
      { app in
        let uuid = try #require(UUID(uuidString: try await app.session()))
        return [try await app.ask("/of/\(uuid.uuidString)").0]
      },
      { app in
        let token = try await app.ask("/header").1?.value(forHTTPHeaderField: "X-Auth-Token") ?? ""
        let query = "query Me($token: String!) { me(token: $token) }"
        return [
          try await app.ask(
            "/graphql", #"{"query": "\#(query)", "variables": {"token": "\#(token)"}}"#
          ).0
        ]
      },
      { app in
        let numbers = try await app.numbers()
        return [
          try await app.ask("/accounts/\(numbers[1])").0,
          try await app.ask("/accounts/\(numbers[0])").0,
        ]
      },
      { app in
        let numbers = try await app.numbers()
        return [try await app.transfer(from: numbers[0], to: numbers[1])]
      },
      { app in
        let numbers = try await app.numbers()
        return [try await app.transfer(from: numbers[1], to: numbers[0])]
      },
      { app in [try await app.send(form: 0)] },
      { app in [try await app.send(form: 1)] },
      { app in [try await app.ask("/authorize").0] },
      { app in
        let signed = Data(#"{"for": "ann", "session": "\#(try await app.session())"}"#.utf8)
        return [
          try await app.ask("/signed", headers: ["X-Signature": signed.base64EncodedString()]).0
        ]
      },
    ]

    func run(_ order: [Int]) async throws -> [Int: [String]] {
      var answers: [Int: [String]] = [:]
      for index in order { answers[index] = try await Self.steps[index](self) }
      return answers
    }
  }

  @Test func `what an app makes of what it is given finds what was recorded, in any order`()
    async throws
  {
    let server = try LoopbackServer(Self.answer)
    let file = temporary.url.appendingPathComponent("odd.har")
    let app = App(base: server.url(""))
    let order = Array(App.steps.indices)
    let live = try await withRecording(to: file) { _ in try await app.run(order) }
    #expect(
      live == [
        0: ["taken"], 1: ["yours"], 2: [#"{"data": {"me": "ann"}}"#],
        3: ["account 1", "account 0"],
        4: ["forth"], 5: ["back"], 6: ["sent 0"], 7: ["sent 1"], 8: ["back again"], 9: ["signed"],
      ])
    let disk = try String(contentsOf: file, encoding: .utf8)
    for secret in [Self.signature, Self.session, Self.code] + Self.csrf
      + Self.numbers.map(String.init)
    {
      #expect(!disk.contains(secret) && !disk.contains(secret.uppercased()), "\(secret)")
    }
    for order in [order, order.reversed(), [5, 4, 7, 6, 9, 3, 3, 8, 0, 2, 1]] {
      let replayed = try await withRecording(to: file, mode: .never) { _ in
        try await app.run(order)
      }
      #expect(replayed == live)
    }
  }
}
