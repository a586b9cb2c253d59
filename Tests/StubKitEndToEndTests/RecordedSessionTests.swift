import Foundation
import StubKit
import StubKitRecording
import TestPlaces
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Whose answers a replay gives to whom.
struct RecordedSessionTests {
  private let temporary = TemporaryFolder()
  private var file: URL { temporary.url.appendingPathComponent("sessions.har") }

  /// A server that gives a token of its own to each login, and knows whose it is.
  private func server() throws -> LoopbackServer {
    let counts = Counter()
    let users = TokenList()
    return try LoopbackServer { request in
      let body = String(decoding: request.body, as: UTF8.self)
      let token = (request.headers["authorization"] ?? "").replacingOccurrences(
        of: "Bearer ", with: "")
      switch request.target {
      case "/login":
        let user = body.contains("ann") ? "ann" : "bob"
        let token = "t0ken-\(counts.next())-\(UUID().uuidString.prefix(8))-of"
        users.note(token, of: user)
        return .text(#"{"token": "\#(token)"}"#, headers: ["Content-Type: application/json"])
      case "/refresh":
        let user = users.user(of: token) ?? "nobody"
        let token = "t0ken-\(counts.next())-\(UUID().uuidString.prefix(8))-again"
        users.note(token, of: user)
        return .text(#"{"token": "\#(token)"}"#, headers: ["Content-Type: application/json"])
      default:
        guard let user = users.user(of: token) else { return .text("who?", status: 401) }
        return .text("\(request.target) of \(user)")
      }
    }
  }

  private struct App {
    let base: String

    func ask(_ path: String, _ token: String? = nil, _ body: String? = nil) async throws -> String {
      var request = URLRequest(url: try #require(URL(string: base + path)))
      if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
      if let body {
        request.httpMethod = "POST"
        request.httpBody = Data(body.utf8)
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
      }
      let (data, _) = try await URLSession.shared.data(for: request)
      return String(decoding: data, as: UTF8.self)
    }

    func token(_ path: String, _ token: String? = nil, _ body: String) async throws -> String {
      let json = try StubJSON(parsing: Data(try await ask(path, token, body).utf8))
      guard case .string(let token)? = json["token"] else { return "none" }
      return token
    }

    func login(_ user: String) async throws -> String {
      try await token("/login", nil, #"{"user": "\#(user)", "password": "the same one"}"#)
    }
  }

  @Test func `two users get their own answers, in any order`() async throws {
    let server = try server()
    let app = App(base: server.url(""))
    for mode: RecordingMode in [.once, .never] {
      try await withRecording(to: file, mode: mode) { _ in
        let bob = mode == .never ? try await app.login("bob") : ""
        let ann = try await app.login("ann")
        let other = mode == .never ? bob : try await app.login("bob")
        let users =
          mode == .never ? [(other, "bob"), (ann, "ann")] : [(ann, "ann"), (other, "bob")]
        for (token, user) in users {
          #expect(try await app.ask("/me", token) == "/me of \(user)")
        }
      }
    }
  }

  @Test func `nobody gets the answer of somebody else, and is told why`() async throws {
    let server = try server()
    let app = App(base: server.url(""))
    for mode: RecordingMode in [.once, .never] {
      try await withRecording(to: file, mode: mode) { _ in
        let (ann, bob) = (try await app.login("ann"), try await app.login("bob"))
        if mode == .once {
          #expect(try await app.ask("/me", ann) == "/me of ann")
          return
        }
        let error = await #expect(throws: URLError.self) { _ = try await app.ask("/me", bob) }
        let report = error?.localizedDescription ?? ""
        #expect(
          report.contains(
            #"✗ hasRecordedSecrets(): the header "authorization": expected "REDACTED"#),
          "\(report)")
        #expect(report.contains(#"or no name of this recording, found "REDACTED"#), "\(report)")
        // Whom the recording does not know may be anybody.
        #expect(try await app.ask("/me", "a-token-of-a-test") == "/me of ann")
      }
    }
  }

  @Test func `a session goes on with what it is given, whenever that comes`() async throws {
    let server = try server()
    let app = App(base: server.url(""))
    for mode: RecordingMode in [.once, .never] {
      try await withRecording(to: file, mode: mode) { _ in
        let first = try await app.login("ann")
        let second = try await app.token("/refresh", first, "{}")
        let isRecording = mode == .once
        #expect(try await app.ask("/a", isRecording ? first : second) == "/a of ann")
        #expect(try await app.ask("/b", isRecording ? second : first) == "/b of ann")
      }
    }
  }

  @Test func `who has no token yet gets the answer for that`() async throws {
    let server = try server()
    let app = App(base: server.url(""))
    for mode: RecordingMode in [.once, .never] {
      try await withRecording(to: file, mode: mode) { _ in
        if mode == .once { #expect(try await app.ask("/me") == "who?") }
        let token = try await app.login("ann")
        #expect(try await app.ask("/me", token) == "/me of ann")
        if mode == .once { return }
        for _ in 1...3 { #expect(try await app.ask("/me") == "who?") }
      }
    }
  }

  @Test func `what is recorded anew has the names that it had`() async throws {
    let server = try server()
    let app = App(base: server.url(""))
    func run() async throws {
      try await withRecording(to: file, mode: .rewrite) { _ in
        for user in ["ann", "bob"] {
          let token = try await app.login(user)
          _ = try await app.ask("/me", token)
          _ = try await app.ask("/of/\(token)", token)
        }
      }
    }
    try await run()
    let first = try String(contentsOf: file, encoding: .utf8)
    // As if another process did it.
    let copy = temporary.url.appendingPathComponent("copy.har")
    try FileManager.default.moveItem(at: file, to: copy)
    try FileManager.default.copyItem(at: copy, to: file)
    try await run()
    #expect(try String(contentsOf: file, encoding: .utf8) == first)
  }

  @Test func `recordings that share a file are one session where they do the same`() async throws {
    let server = try server()
    let app = App(base: server.url(""))
    let file = file
    // One that begins when the others have written the file would be answered from there.
    let meeting = Meeting(of: 20)
    func run(_ mode: RecordingMode, _ number: Int) async throws {
      try await withRecording(to: file, mode: mode) { _ in
        if mode == .once { await meeting.arrive() }
        let token = try await app.login("ann")
        #expect(try await app.ask("/\(number)", token) == "/\(number) of ann")
      }
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 1...20 { group.addTask { try await run(.once, number) } }
      try await group.waitForAll()
    }
    let json = try StubJSON(parsing: try Data(contentsOf: file))
    #expect(json["log"]?["entries"]?.array?.count == 21)
    #expect(json["log"]?["_redacted"]?.array?.count == 2)
    for number in [7, 20, 1] { try await run(.never, number) }
  }

  @Test func `a recording of an earlier version answers any value, in its order`() async throws {
    func entry(_ path: String, _ answer: String) -> String {
      """
      {"request": {"method": "GET", "url": "http://a.test\(path)", "headers": [
        {"name": "Authorization", "value": "Bearer REDACTED"}]},
       "response": {"status": 200, "content": {"text": "\(answer)"}}}
      """
    }
    let entries = [
      entry("/of/REDACTED", "first"), entry("/of/REDACTED", "second"),
      entry("/?token=REDACTED", "third"),
    ]
    try FileManager.default.createDirectory(
      at: temporary.url, withIntermediateDirectories: true)
    try Data(#"{"log": {"entries": [\#(entries.joined(separator: ","))]}}"#.utf8).write(to: file)
    let app = App(base: "http://a.test")
    let answers = try await withRecording(to: file, mode: .never) { _ in
      [
        try await app.ask("/of/a", "x"), try await app.ask("/of/REDACTED-2", "x"),
        try await app.ask("/?token=abc"),
      ]
    }
    #expect(answers == ["first", "second", "third"])
  }
}

/// Lets each of some tasks go on once all of them are there.
private actor Meeting {
  private var missing: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(of count: Int) { missing = count }

  func arrive() async {
    missing -= 1
    if missing > 0 { return await withCheckedContinuation { waiting.append($0) } }
    for task in waiting { task.resume() }
  }
}

/// Whose tokens are whose.
private final class TokenList: @unchecked Sendable {
  private let lock = NSLock()
  private var users: [String: String] = [:]

  func note(_ token: String, of user: String) { lock.withLock { users[token] = user } }

  func user(of token: String) -> String? { lock.withLock { users[token] } }
}
