import Foundation
import StubKit
import StubKitRecording
import TestPlaces
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A login with every kind of secret, recorded without a word on redaction, and replayed with others.
struct RecordedLoginTests {
  private let temporary = TemporaryFolder()

  /// What a client keeps to itself.
  private struct Secrets {
    let password: String
    let pin: Int
    let code: String
    let key: String
  }

  private static let first = Secrets(
    password: "corr3ct h\u{F6}rse/\"1\"", pin: 493_817, code: "cb-77f1e9a0", key: "k-5f0c2a9917")
  private static let second = Secrets(
    password: "other-Password-2", pin: 100_200, code: "cb-000111222", key: "k-aaaabbbb99")

  /// What the server gives away.
  private static let token =
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1g"
  private static let session = "s%3A4f9Ac2e81Bd07f6e"
  private static let reset = "Rt4f9Ac2e81Bd07f6e33"

  private static func answer(_ request: LoopbackServer.Request) -> LoopbackServer.Response {
    switch request.target.prefix(while: { $0 != "?" }) {
    case "/login":
      .text(
        """
        {"user": {"name": "ann", "pin": 493817}, "access_token": "\(token)", "expires_in": 3600, \
        "token_type": "Bearer", "reset": {"url": "/reset/\(reset)"}}
        """,
        headers: [
          "Content-Type: application/json", "Set-Cookie: sid=\(session); Path=/; HttpOnly",
        ])
    case "/callback": .text("", status: 302, headers: ["Location: /home?token=\(token)"])
    case "/graphql": .text(#"{"data": {"login": {"token": "\#(token)", "id": 7}}}"#)
    default: .text("at \(request.target) with \(request.headers["authorization"] ?? "nothing")")
    }
  }

  /// All that a client does; the texts that it was answered with.
  private static func run(_ base: String, _ secrets: Secrets, token: String) async throws
    -> [String]
  {
    var answers: [String] = []
    func send(
      _ path: String, _ body: String? = nil, _ headers: [String: String] = [:]
    ) async throws {
      var request = URLRequest(url: try #require(URL(string: base + path)))
      if let body {
        request.httpMethod = "POST"
        request.httpBody = Data(body.utf8)
      }
      for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
      let (data, _) = try await URLSession.shared.data(for: request)
      answers.append(String(decoding: data, as: UTF8.self))
    }
    let json = StubJSON.string(secrets.password).description
    let form =
      secrets.password.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    try await send(
      "/login", #"{"user": "ann", "password": \#(json), "pin": \#(secrets.pin)}"#,
      ["Content-Type": "application/json", "X-Api-Key": secrets.key])
    try await send(
      "/login?step=2", "user=ann&new_password=\(form)&otp=\(secrets.pin)",
      ["Content-Type": "application/x-www-form-urlencoded"])
    try await send("/callback?code=\(secrets.code)&state=4f9Ac2e81Bd07f6e")
    try await send(
      "/graphql",
      #"{"query": "mutation { login(password: \"\#(secrets.code)\") { token } }", "#
        + #""variables": {"password": \#(json)}}"#)
    try await send(
      "/upload",
      "--b\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\n\(secrets.password)\r\n--b--\r\n",
      ["Content-Type": "multipart/form-data; boundary=b"])
    try await send("/reset/\(Self.reset)/form")
    try await send("/me/\(token)?again=\(form)", nil, ["Authorization": "Bearer \(token)"])
    return answers
  }

  @Test func `leaves no secret on the disk, and replays with other secrets`() async throws {
    let server = try LoopbackServer(Self.answer)
    let file = temporary.url.appendingPathComponent("login.har")
    let base = server.url("")
    let live = try await withRecording(to: file) { _ in
      try await Self.run(base, Self.first, token: Self.token)
    }
    // The test would prove nothing if the client had not seen them.
    #expect(live[0].contains(Self.token))
    #expect(live[2].contains(Self.token))

    let disk = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    for secret in [
      "corr3ct", "rse/", "h%C3%B6rse", "493817", Self.first.code, Self.first.key, Self.token,
      String(Self.token.suffix(20)), Self.session, Self.reset, "4f9Ac2e81Bd07f6e",
    ] {
      #expect(!disk.contains(secret), "\(secret) is on the disk")
    }

    for parts: ArchiveMatching in [.standard, [.method, .host, .path, .query, .body]] {
      let replayed = try await withRecording(to: file, mode: .never, matching: parts) { registry in
        defer { #expect(registry.unmatchedRequests.isEmpty) }
        return try await Self.run(base, Self.second, token: "another.token-33")
      }
      let login = try StubJSON(parsing: Data(replayed[0].utf8))
      guard case .string(let token)? = login["access_token"] else {
        Issue.record("no token in \(login)")
        continue
      }
      #expect(token.hasPrefix("e30.e30.REDACTED-"))
      #expect(login["expires_in"] == 3600)
      guard case .integer(100_001...100_020)? = login["user"]?["pin"] else {
        Issue.record("no number of six digits in \(login)")
        continue
      }
      // It is the same one wherever it comes.
      #expect(replayed[2] == "at /home?token=\(token) with nothing")
      #expect(replayed[3] == #"{"data": {"login": {"token": "\#(token)", "id": 7}}}"#)
    }
  }

  @Test func `answers what is alike but for its secrets in the order of the recording`()
    async throws
  {
    let server = try LoopbackServer { request in
      let body = String(decoding: request.body, as: UTF8.self)
      return .text(body.contains("right") ? "in" : body.contains("bob") ? "bob" : "out")
    }
    let file = temporary.url.appendingPathComponent("attempts.har")
    func attempt(_ user: String, _ password: String) async throws -> String {
      var request = URLRequest(url: try #require(URL(string: server.url("/login"))))
      request.httpMethod = "POST"
      request.setValue("application/json", forHTTPHeaderField: "Content-Type")
      request.httpBody = Data(#"{"user": "\#(user)", "password": "\#(password)"}"#.utf8)
      let (data, _) = try await URLSession.shared.data(for: request)
      return String(decoding: data, as: UTF8.self)
    }
    _ = try await withRecording(to: file) { _ in
      [
        try await attempt("ann", "wrong"), try await attempt("ann", "right"),
        try await attempt("bob", "guess"),
      ]
    }
    let replayed = try await withRecording(
      to: file, mode: .never, matching: [.method, .path, .body]
    ) { _ in
      [
        try await attempt("bob", "x"), try await attempt("ann", "y"), try await attempt("ann", "z"),
      ]
    }
    #expect(replayed == ["bob", "out", "in"])
  }

  @Test func `what a recording redacts its reports do not say, when it is replayed either`()
    async throws
  {
    let server = try LoopbackServer { _ in .text("{}") }
    let file = temporary.url.appendingPathComponent("report.har")
    for mode: RecordingMode in [.once, .never] {
      try await withRecording(
        to: file, mode: mode, redacting: [.queryItems("nick"), .keeping(queryItems: "pageToken")]
      ) { registry in
        let url = try #require(
          URL(string: server.url("/a?nick=annie-1&token=abc-123&pageToken=next-1")))
        _ = try await URLSession.shared.data(from: url)
        let missed = try #require(
          URL(string: "http://other.test/a?nick=annie-1&token=abc-123&pageToken=next-1"))
        let report = registry.explain(URLRequest(url: missed))
        for text in [report, "\(registry.exchanges)"] {
          #expect(text.contains("/a?nick=REDACTED&token=REDACTED&pageToken=next-1"), "\(text)")
          #expect(!text.contains("annie-1") && !text.contains("abc-123"), "\(text)")
        }
      }
    }
  }
}
