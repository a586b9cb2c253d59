import Foundation
import StubKit
import StubKitRecording
import TestPlaces
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Requests that a recording tells apart by their bodies only.
struct RecordedBodyTests {
  private let folder = TemporaryFolder()
  private var file: URL { folder.url.appendingPathComponent("shop.har") }

  /// A server that says what it was sent.
  private func echo() throws -> LoopbackServer {
    try LoopbackServer { .text("got " + String(decoding: $0.body, as: UTF8.self)) }
  }

  private func send(
    _ body: String, type: String = "application/json", to server: LoopbackServer
  ) async throws -> String {
    var request = URLRequest(url: try #require(URL(string: server.url("/api"))))
    request.httpMethod = "POST"
    request.setValue(type, forHTTPHeaderField: "Content-Type")
    request.httpBody = Data(body.utf8)
    let (data, _) = try await URLSession.shared.data(for: request)
    return String(decoding: data, as: UTF8.self)
  }

  private static let users =
    #"{"query": "query Users($first: Int) { users(first: $first) { id } }", "variables": {"first": 3}}"#
  private static let shops = #"{"query": "query Shops { shops { id } }", "variables": {}}"#
  private static let owner = #"{"query": "query Owner { owner { id } }"}"#

  @Test func `an odd header value costs no recording`() async throws {
    let server = try LoopbackServer { _ in .text("x", headers: ["X-Trace: a\rb"]) }
    let url = try #require(URL(string: server.url("/odd")))
    for mode in [RecordingMode.once, .never] {
      try await withRecording(to: file, mode: mode) { _ in
        let (data, response) = try await URLSession.shared.data(from: url)
        #expect(data == Data("x".utf8))
        let value = (response as? HTTPURLResponse)?.value(forHTTPHeaderField: "X-Trace")
        #expect(value == (mode == .once ? "a\rb" : "a b"))
      }
    }
    #expect(server.requests.count == 1)
  }

  @Test func `two GraphQL queries get their own answers, whichever is asked first`() async throws {
    let server = try echo()
    try await withRecording(to: file) { _ in
      _ = try await send(Self.users, to: server)
      _ = try await send(Self.shops, to: server)
    }
    try await withRecording(to: file, mode: .never) { registry in
      let answer1 = try await send(Self.shops, to: server)
      #expect(answer1 == "got \(Self.shops)")
      let answer2 = try await send(Self.users, to: server)
      #expect(answer2 == "got \(Self.users)")
      // Compared by value, not by its text.
      let respelt =
        #"{"variables":{"first":3.0},"query":"query Users($first: Int) { users(first: $first) { id } }"}"#
      let answer3 = try await send(respelt, to: server)
      #expect(answer3 == "got \(Self.users)")
      let error = await #expect(throws: URLError.self) { try await send(Self.owner, to: server) }
      let text = error?.localizedDescription ?? ""
      #expect(text.contains("No stub matches POST"))
      #expect(text.contains("→ .anyBody in `matching:` gives any body the answers in the order of"))
      #expect(registry.unmatchedRequests.count == 1)
    }
    #expect(server.requests.count == 2)
  }

  @Test func `one GraphQL query with other variables gets the answer to those`() async throws {
    let server = try echo()
    let queries = [3, 9].map {
      Self.users.replacingOccurrences(of: "\"first\": 3", with: "\"first\": \($0)")
    }
    try await withRecording(to: file) { _ in
      for query in queries { _ = try await send(query, to: server) }
    }
    try await withRecording(to: file, mode: .never) { _ in
      for query in queries.reversed() {
        let answer = try await send(query, to: server)
        #expect(answer == "got \(query)")
      }
    }
    #expect(server.requests.count == 2)
  }

  @Test func `one recorded GraphQL query does not answer another one`() async throws {
    let server = try echo()
    try await withRecording(to: file) { _ in _ = try await send(Self.users, to: server) }
    try await withRecording(to: file, mode: .never) { _ in
      let other = Self.users.replacingOccurrences(of: "\"first\": 3", with: "\"first\": 9")
      let answer4 = try await send(other, to: server)
      #expect(answer4 == "got \(Self.users)")
      _ = await #expect(throws: URLError.self) { try await send(Self.owner, to: server) }
    }
  }

  @Test func `bodies with a time or a number of their own in each run are answered in order`()
    async throws
  {
    let server = try echo()
    func event(_ name: String, _ time: Int) -> String {
      #"{"name": "\#(name)", "sent": \#(time), "id": "\#(UUID())"}"#
    }
    try await withRecording(to: file) { _ in
      for body in [
        event("open", 1_700_000_001), event("tap", 1_700_000_002), event("tap", 1_700_000_003),
      ] { _ = try await send(body, to: server) }
    }
    try await withRecording(to: file, mode: .never) { _ in
      let answers = [
        try await send(event("tap", 1_800_000_001), to: server),
        try await send(event("open", 1_800_000_002), to: server),
        try await send(event("tap", 1_800_000_003), to: server),
      ]
      #expect(answers[0].contains("1700000002"))
      #expect(answers[1].contains("1700000001"))
      #expect(answers[2].contains("1700000003"))
      _ = await #expect(throws: URLError.self) {
        try await send(event("swipe", 1_800_000_004), to: server)
      }
    }
  }

  @Test(arguments: [
    (
      "application/soap+xml", "<e:Env xmlns:e='a'><e:Id>uuid:%id</e:Id><At z='%time'/>%what</e:Env>"
    ),
    ("text/xml", "<a><at>%time</at><n>%number</n><what>%what</what></a>"),
    ("text/plain", "%time [info] %what, by request %id\n"), ("text/plain", "at=%number;do=%what"),
    ("text/plain", "%day 12:00:0%digit %what"), ("text/csv", "id,at\n%what,%number.25\n"),
  ])
  func `texts with a time of their own in each run are answered in order`(
    type: String, template: String
  ) async throws {
    let server = try echo()
    func text(_ what: String, _ digit: Int) -> String {
      template.replacing("%what", with: what).replacing("%number", with: "170000000\(digit)")
        .replacing("%time", with: "2026-03-01T12:00:0\(digit).25+01:00")
        .replacing("%day", with: "2026-03-01").replacing("%digit", with: "\(digit)")
        .replacing("%id", with: UUID().uuidString)
    }
    var live: [String] = []
    try await withRecording(to: file) { _ in
      for (what, digit) in [("open", 1), ("tap", 2), ("tap", 3)] {
        live.append(try await send(text(what, digit), type: type, to: server))
      }
    }
    try await withRecording(to: file, mode: .never) { _ in
      let answers = [
        try await send(text("tap", 7), type: type, to: server),
        try await send(text("open", 8), type: type, to: server),
        try await send(text("tap", 9), type: type, to: server),
      ]
      #expect(answers == [live[1], live[0], live[2]])
      _ = await #expect(throws: URLError.self) {
        try await send(text("swipe", 4), type: type, to: server)
      }
    }
  }

  @Test func `forms are told apart by their items, and parts by what they hold`() async throws {
    let server = try echo()
    func parts(_ boundary: String, _ name: String) -> String {
      "--\(boundary)\r\nContent-Disposition: form-data; name=\"who\"\r\n\r\n\(name)\r\n--\(boundary)--\r\n"
    }
    func upload(_ boundary: String, _ name: String) async throws -> String {
      try await send(
        parts(boundary, name), type: "multipart/form-data; boundary=\(boundary)", to: server)
    }
    let form = "application/x-www-form-urlencoded"
    try await withRecording(to: file) { _ in
      _ = try await send("a=1&b=2", type: form, to: server)
      _ = try await send("a=1&b=3", type: form, to: server)
      _ = try await upload("first-run", "ann")
      _ = try await upload("first-run-2", "bob")
      _ = try await send("plain", type: "text/plain", to: server)
    }
    try await withRecording(to: file, mode: .never) { _ in
      let answer5 = try await send("plain", type: "text/plain", to: server)
      #expect(answer5 == "got plain")
      let answer6 = try await upload("another-run", "bob")
      #expect(answer6 == "got \(parts("first-run-2", "bob"))")
      let answer7 = try await upload("another-run-2", "ann")
      #expect(answer7 == "got \(parts("first-run", "ann"))")
      let answer8 = try await send("b=3&a=1", type: form, to: server)
      #expect(answer8 == "got a=1&b=3")
      let answer9 = try await send("b=2&a=1", type: form, to: server)
      #expect(answer9 == "got a=1&b=2")
      _ = await #expect(throws: URLError.self) { try await upload("another-run-3", "eve") }
    }
  }

  @Test func `the order of the recording can be asked for`() async throws {
    let server = try LoopbackServer { .text("\($0.body.count)") }
    try await withRecording(to: file) { _ in
      for body in ["1", "22", "333"] { _ = try await send(body, type: "text/plain", to: server) }
    }
    try await withRecording(to: file, mode: .never, matching: [.standard, .anyBody]) { _ in
      var answers: [String] = []
      for body in ["a", "b", "c"] {
        answers.append(try await send(body, type: "text/plain", to: server))
      }
      #expect(answers == ["1", "2", "3"])
    }
  }
}
