import Foundation
import StubKit
import StubKitRecording
import TestPlaces
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Credentials that only the app knows, beside those that a server gives, and none.
struct RecordedCredentialTests {
  private let temporary = TemporaryFolder()
  private var file: URL { temporary.url.appendingPathComponent("credentials.har") }

  private func ask(
    _ address: String, _ authorization: String? = nil, _ body: String? = nil
  ) async throws -> String {
    var request = URLRequest(url: try #require(URL(string: address)))
    if let authorization { request.setValue(authorization, forHTTPHeaderField: "Authorization") }
    if let body {
      request.httpMethod = "POST"
      request.httpBody = Data(body.utf8)
      let type = body.hasPrefix("{") ? "application/json" : "application/x-www-form-urlencoded"
      request.setValue(type, forHTTPHeaderField: "Content-Type")
    }
    let (data, _) = try await URLSession.shared.data(for: request)
    return String(decoding: data, as: UTF8.self)
  }

  /// Says who asks: the app by its key, a user by the token that `/token` has given, or nobody.
  private func whoServer() throws -> LoopbackServer {
    let token = "t0ken-\(UUID().uuidString)"
    return try LoopbackServer { request in
      if request.target == "/token" { return .text(token) }
      return switch request.headers["authorization"] {
      case "Bearer \(token)": .text("user")
      case nil: .text("nobody", status: 401)
      default: .text("app")
      }
    }
  }

  @Test(arguments: [
    ["", "key"], ["key", "", "key"], ["key", "token", "key"], ["", "token", "key"],
  ])
  func `each request gets the answer for the credential that it has`(asked: [String]) async throws {
    let server = try whoServer()
    let keys = ["": nil, "key": "Bearer app-key-1234567890" as String?]
    let answers = ["": "nobody", "key": "app", "token": "user"]
    for mode: RecordingMode in [.once, .never] {
      try await withRecording(to: file, mode: mode) { _ in
        for credential in asked {
          var key = keys[credential] ?? nil
          if credential == "token" { key = "Bearer \(try await ask(server.url("/token")))" }
          #expect(try await ask(server.url("/me"), key) == answers[credential], "\(mode)")
        }
      }
    }
  }

  @Test(arguments: ["password=", #"{"password": ""#])
  func `passwords that come again are answered in the order of the recording`(start: String)
    async throws
  {
    let end = start.hasPrefix("{") ? #""}"# : ""
    let count = Counter()
    let server = try LoopbackServer { _ in .text("\(count.next())") }
    for mode: RecordingMode in [.once, .never] {
      try await withRecording(to: file, mode: mode) { _ in
        for (place, password) in ["wr0ng-one", "r1ght-one", "wr0ng-one", "r1ght-one"].enumerated() {
          let answer = try await ask(server.url("/login"), nil, start + password + end)
          #expect(answer == "\(place + 1)", "\(mode)")
        }
      }
    }
  }

  @Test func `some of the names of another request find the answer for just these`() async throws {
    let numbers = ["DE89370400440532013000", "DE75512108001245126199", "DE27100777770209299700"]
    let server = try LoopbackServer { request in
      guard request.target != "/list" else {
        let list = numbers.map { #"{"iban": "\#($0)"}"# }.joined(separator: ",")
        return .text("[\(list)]", headers: ["Content-Type: application/json"])
      }
      return .text("\(request.target.split(separator: ",").count)")
    }
    for mode: RecordingMode in [.once, .never] {
      try await withRecording(to: file, mode: mode) { _ in
        let list = try StubJSON(parsing: Data(try await ask(server.url("/list")).utf8))
        let own = try #require(list.array).compactMap { $0["iban"]?.string }
        for places in [[0, 1, 2], [2], [0, 1], [1]] {
          let ids = places.map { own[$0] }.joined(separator: ",")
          #expect(try await ask(server.url("/sum?ids=\(ids)")) == "\(places.count)", "\(mode)")
        }
      }
    }
  }

  @Test func `a number amid a list of an address is found again`() async throws {
    let server = try LoopbackServer { request in
      let isList = request.target == "/account"
      return .text(
        isList ? #"{"accountNumber": "400012341230"}"# : "found",
        headers: ["Content-Type: application/json"])
    }
    for mode: RecordingMode in [.once, .never] {
      try await withRecording(to: file, mode: mode) { _ in
        let account = try StubJSON(parsing: Data(try await ask(server.url("/account")).utf8))
        let number = try #require(account["accountNumber"]?.string)
        #expect(try await ask(server.url("/b?ids=new,\(number),last")) == "found", "\(mode)")
      }
    }
  }

  @Test(arguments: [
    #"{"token":"%@","page":#}"#, "accountNumber eq '%@' and year eq #", "https://x.test?t=%@&p=#",
    "base64",
  ])
  func `what stands beside a secret in a query tells requests apart`(query: String) async throws {
    let count = Counter()
    let server = try LoopbackServer { request in
      let isToken = request.target == "/token"
      return .text(isToken ? #"{"token":"9f86d081884c7d659a2feaa0c55ad015"}"# : "\(count.next())")
    }
    func page(_ number: Int, of token: String) async throws -> String {
      let cursor = Data(#"{"offset":\#(number),"token":"\#(token)"}"#.utf8).base64EncodedString()
      let value = query.replacing("%@", with: token).replacing("#", with: "\(number)")
      var address = try #require(URLComponents(string: server.url("/list")))
      address.queryItems = [URLQueryItem(name: "q", value: query == "base64" ? cursor : value)]
      return try await ask(try #require(address.string))
    }
    for mode: RecordingMode in [.once, .never] {
      try await withRecording(to: file, mode: mode) { _ in
        let given = try StubJSON(parsing: Data(try await ask(server.url("/token")).utf8))
        let token = try #require(given["token"]?.string)
        for number in mode == .once || query == "base64" ? [1, 2, 3] : [2, 3, 1] {
          #expect(try await page(number, of: token) == "\(number)", "\(mode)")
        }
      }
    }
  }

  @Test func `a request with a new time or nonce in its query finds the answers in turn`()
    async throws
  {
    let count = Counter()
    let server = try LoopbackServer { _ in .text("\(count.next())") }
    for (mode, start) in [(RecordingMode.once, 1_700_000_000), (.never, 1_800_000_000)] {
      try await withRecording(to: file, mode: mode) { _ in
        for number in 1...2 {
          let query = "_=\(start + number)&nonce=\(UUID().uuidString)&id=7"
          let answer = try await ask(server.url("/poll?" + query))
          #expect(answer == "\(number)", "\(mode)")
        }
        if mode == .never {
          await #expect(throws: URLError.self) {
            _ = try await ask(server.url("/poll?_=\(start)&nonce=\(UUID().uuidString)&id=8"))
          }
        }
      }
    }
  }

  @Test(arguments: ["+4915112345678", "4915112345678+", "-123456789012"])
  func `a number with a sign is recorded under its name`(number: String) async throws {
    let server = try LoopbackServer { _ in
      .text(#"{"accountNumber":"\#(number)"}"#, headers: ["Content-Type: application/json"])
    }
    for mode: RecordingMode in [.once, .never] {
      try await withRecording(to: file, mode: mode) { _ in
        let answer = try StubJSON(parsing: Data(try await ask(server.url("/a")).utf8))
        let own = try #require(answer["accountNumber"]?.string)
        #expect((own == number) == (mode == .once))
        _ = try await ask(server.url("/b/\(own)"))
      }
    }
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(!text.contains(number))
  }

  @Test func `a number is taken out where it names a member, and base64 stays decodable`()
    async throws
  {
    let number = "7244035364"
    let pad = Data(#"[{"pad":"xx","token":"tok-1-Zebra"}]"#.utf8).base64EncodedString()
    #expect(!pad.hasSuffix("="))
    let server = try LoopbackServer { _ in
      .text(
        #"{"accountNumber":"\#(number)","balances":{"\#(number)":5},"payload":"\#(pad)"}"#,
        headers: ["Content-Type: application/json"])
    }
    for mode: RecordingMode in [.once, .never] {
      try await withRecording(to: file, mode: mode) { _ in
        let answer = try StubJSON(parsing: Data(try await ask(server.url("/accounts")).utf8))
        let own = try #require(answer["accountNumber"]?.string)
        #expect(answer["balances"]?[own] == 5, "\(mode)")
        let payload = try #require(answer["payload"]?.string)
        #expect(Data(base64Encoded: payload) != nil, "\(mode) \(payload)")
      }
    }
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(!text.contains(number))
  }

  @Test func `an address in angle brackets is no tag`() async throws {
    let token = "a4c123b1612dd272d1371c17149d439536b3216f"
    let server = try LoopbackServer { _ in
      .text(
        "ok", headers: ["Link: <https://a.test/r?page=2&per=2&access_token=\(token)>; rel=\"next\""]
      )
    }
    try await withRecording(to: file) { _ in _ = try await ask(server.url("/r")) }
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(text.contains("<https://a.test/r?page=2&per=2&access_token=0000"))
    #expect(!text.contains(token))
  }
}
