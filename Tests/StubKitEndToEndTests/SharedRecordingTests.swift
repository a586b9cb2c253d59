import Foundation
import StubKit
import StubKitRecording
import TestPlaces
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Recordings that share a file lose nothing of each other.
struct SharedRecordingTests {
  private let folder = TemporaryFolder()
  private var file: URL { folder.url.appendingPathComponent("shared.har") }

  private func server() throws -> LoopbackServer {
    let counts = Counter()
    return try LoopbackServer { request in
      switch request.target {
      case "/count": .text("\(counts.next())")
      default: .text("at \(request.target)")
      }
    }
  }

  private func entries() throws -> [StubJSON] {
    let json = try StubJSON(parsing: try Data(contentsOf: file))
    guard case .array(let entries)? = json["log"]?["entries"] else { return [] }
    return entries
  }

  private func paths() throws -> [String] {
    try entries().map { entry in
      guard case .string(let url)? = entry["request"]?["url"] else { return "" }
      return URL(string: url)?.path ?? ""
    }
  }

  private func bodies(_ path: String) throws -> [StubJSON?] {
    zip(try paths(), try entries()).filter { $0.0 == path }
      .map { $0.1["response"]?["content"]?["text"] }
  }

  @Test(arguments: [(RecordingMode.once, 200), (.append, 40), (.rewrite, 40)])
  func `two hundred recordings at once lose nothing`(
    mode: RecordingMode, count: Int
  ) async throws {
    let server = try server()
    let assembly = Assembly(for: count)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<count {
        group.addTask { [file] in
          try await withRecording(to: file, mode: mode) { _ in
            await assembly.meet()
            _ = try await server.text(at: "/\(number)")
          }
        }
      }
      try await group.waitForAll()
    }
    let paths = try paths()
    #expect(Set(paths) == Set((0..<count).map { "/\($0)" }))
    #expect(paths.count == count)
    #expect(paths == paths.sorted())
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["shared.har"])
  }

  @Test func `a file that exists answers, also while another recording adds to it`() async throws {
    let server = try server()
    try await withRecording(to: file) { _ in _ = try await server.text(at: "/count") }
    try await withRecording(to: file, mode: .append) { [file] _ in
      let seen = try await withRecording(to: file) { _ in try await server.text(at: "/count") }
      #expect(seen == "1")
    }
    #expect(server.requests.count == 1)
  }

  @Test func `a request that two recordings made gets the answers of both, each in order`()
    async throws
  {
    let server = try server()
    let assembly = Assembly(for: 2)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 1...2 {
        group.addTask { [file] in
          try await withRecording(to: file) { _ in
            await assembly.meet()
            for _ in 1...3 { _ = try await server.text(at: "/count") }
            _ = try await server.text(at: "/same")
          }
        }
      }
      try await group.waitForAll()
    }
    let answers = try bodies("/count").map { $0?.description ?? "" }
    #expect(answers.sorted() == (1...6).map { "\"\($0)\"" })
    #expect(answers[..<3] == answers[..<3].sorted()[...])
    #expect(answers[3...] == answers[3...].sorted()[...])
    #expect(try bodies("/same").count == 1)
  }

  @Test func `a recording made anew keeps what the same run has recorded, and nothing older`()
    async throws
  {
    let server = try server()
    let old = #"{"log": {"entries": [{"request": {"url": "\#(server.url("/old"))"}, "response": "#
    try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
    try Data((old + #"{"status": 204}}]}}"#).utf8).write(to: file)
    for path in ["/a", "/b", "/a"] {
      try await withRecording(to: file, mode: .rewrite) { _ in
        _ = try await server.text(at: path)
      }
    }
    #expect(try paths() == ["/a", "/b"])
    #expect(server.requests.map(\.target) == ["/a", "/b", "/a"])
  }

  @Test(arguments: [RecordingMode.once, .append, .rewrite])
  func `what another process writes in the meantime is kept`(mode: RecordingMode) async throws {
    let server = try server()
    let other =
      #"{"log": {"entries": [{"request": {"url": "\#(server.url("/other"))"}, "response": "#
    let folder = folder.url
    try await withRecording(to: file, mode: mode) { _ in
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data((other + #"{"status": 204}}]}}"#).utf8).write(to: file)
      _ = try await server.text(at: "/mine")
    }
    #expect(try paths() == ["/mine", "/other"])
  }

  @Test func `what became unreadable in the meantime is an error that names the file`() async throws
  {
    let server = try server()
    let folder = folder.url
    let error = await #expect(throws: ArchiveError.self) {
      try await withRecording(to: file) { _ in
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data("half of".utf8).write(to: file)
        _ = try await server.text(at: "/mine")
      }
    }
    #expect(error?.description.contains(file.path) == true)
    #expect(try Data(contentsOf: file) == Data("half of".utf8))
  }

  @Test func `what failed is asked for again by a recording that appends`() async throws {
    var server: LoopbackServer? = try server()
    let port = try #require(server?.port)
    let base = "http://127.0.0.1:\(port)"
    try await withRecording(to: file) { _ in
      _ = try await LoopbackServer.text(at: base + "/count")
      // Nobody listens there.
      _ = try? await LoopbackServer.text(at: "http://127.0.0.1:9/nobody")
    }
    let first = try Data(contentsOf: file)
    try await withRecording(to: file, mode: .append) { _ in
      let seen = try await LoopbackServer.text(at: base + "/count")
      #expect(seen == "1")
      _ = try? await LoopbackServer.text(at: "http://127.0.0.1:9/nobody")
    }
    // It failed again, so that there is nothing new.
    #expect(try Data(contentsOf: file) == first)

    // Now somebody answers at the address that failed.
    let text = String(decoding: first, as: UTF8.self)
      .replacingOccurrences(of: "127.0.0.1:9/nobody", with: "127.0.0.1:\(port)/nobody")
    try Data(text.utf8).write(to: file)
    try await withRecording(to: file, mode: .append) { _ in
      let seen = try await LoopbackServer.text(at: base + "/nobody")
      #expect(seen == "at /nobody")
    }
    #expect(try paths() == ["/count", "/nobody"])
    server = nil
    try await withRecording(to: file, mode: .never) { _ in
      let seen = try await LoopbackServer.text(at: base + "/nobody")
      #expect(seen == "at /nobody")
    }
  }

  /// What a request has of its own each time it is made.
  enum Own: CaseIterable {
    case boundary, identifier, token

    func request(to base: String) throws -> URLRequest {
      let own = UUID().uuidString
      let query = self == .token ? "?access_token=\(own)" : ""
      var request = URLRequest(url: try #require(URL(string: "\(base)/upload\(query)")))
      request.httpMethod = "POST"
      let isMultipart = self == .boundary
      request.setValue(
        isMultipart ? "multipart/form-data; boundary=\(own)" : "application/json",
        forHTTPHeaderField: "Content-Type")
      let part = "--\(own)\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--\(own)--\r\n"
      let json = self == .identifier ? "{\"id\": \"\(own)\"}" : "{}"
      request.httpBody = Data((isMultipart ? part : json).utf8)
      return request
    }
  }

  @Test(arguments: Own.allCases)
  func `what failed is asked for again, though a request is never made alike`(own: Own) async throws
  {
    let server = try server()
    @Sendable func upload(to base: String) async throws {
      let (data, _) = try await URLSession.shared.data(for: own.request(to: base))
      #expect(String(decoding: data, as: UTF8.self).hasPrefix("at /upload"))
    }
    let nobody = "http://127.0.0.1:9"
    try await withRecording(to: file) { _ in
      _ = try await server.text(at: "/count")
      await #expect(throws: URLError.self) { try await upload(to: nobody) }
    }
    // Now somebody answers at the address that failed.
    let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
      .replacingOccurrences(of: nobody + "/", with: server.url("/"))
    try Data(text.utf8).write(to: file)
    for mode in [RecordingMode.append, .append, .never] {
      try await withRecording(to: file, mode: mode) { _ in try await upload(to: server.url("")) }
    }
    #expect(try paths() == ["/count", "/upload"])
    #expect(server.requests.count == 2)
  }

  @Test func `a failure that was followed by an answer stays, as the client has to recover`()
    async throws
  {
    let server = try server()
    func entry(_ id: UUID, _ end: String) -> String {
      #"{"request": {"method": "POST", "url": "\#(server.url("/upload"))", "postData": "#
        + #"{"mimeType": "application/json", "text": "{\"id\": \"\#(id)\"}"}}, \#(end)}"#
    }
    let failure = entry(UUID(), #""_error": "NSURLErrorDomain -1004""#)
    let answer = entry(UUID(), #""response": {"status": 204}"#)
    try folder.write(#"{"log": {"entries": [\#(failure), \#(answer)]}}"#, to: "shared.har")
    try await withRecording(to: file, mode: .append) { _ in
      let request = try Own.identifier.request(to: server.url(""))
      await #expect(throws: URLError.self) { try await URLSession.shared.data(for: request) }
      _ = try await URLSession.shared.data(for: Own.identifier.request(to: server.url("")))
    }
    #expect(server.requests.isEmpty)
  }

  @Test func `a failure is asked for again beside another request that was answered`() async throws
  {
    let server = try server()
    let ids = [UUID(), UUID()]
    func entry(_ id: UUID, _ end: String) -> String {
      #"{"request": {"method": "POST", "url": "\#(server.url("/items"))", "postData": "#
        + #"{"mimeType": "application/json", "text": "{\"id\": \"\#(id)\"}"}}, \#(end)}"#
    }
    let failure = entry(ids[0], #""_error": "NSURLErrorDomain -1004""#)
    let answer = entry(ids[1], #""response": {"status": 204}"#)
    try folder.write(#"{"log": {"entries": [\#(failure), \#(answer)]}}"#, to: "shared.har")
    for mode in [RecordingMode.append, .never] {
      try await withRecording(to: file, mode: mode) { _ in
        for id in ids {
          var request = URLRequest(url: url(server.url("/items")))
          request.httpMethod = "POST"
          request.setValue("application/json", forHTTPHeaderField: "Content-Type")
          request.httpBody = Data(#"{"id": "\#(id)"}"#.utf8)
          _ = try await URLSession.shared.data(for: request)
        }
      }
    }
    #expect(server.requests.count == 1)
  }

  @Test func `a replayed failure says that it comes from the file`() async throws {
    let server = try server()
    try await withRecording(to: file) { _ in
      _ = try await server.text(at: "/a")
      _ = try? await LoopbackServer.text(at: "http://127.0.0.1:9/nobody")
    }
    let error = try await withRecording(to: file, mode: .never) { _ in
      await #expect(throws: URLError.self) {
        try await LoopbackServer.text(at: "http://127.0.0.1:9/nobody")
      }
    }
    #expect(error?.code == .cannotConnectToHost)
    #expect(
      error?.localizedDescription == """
        A connection to the server could not be made. This failure does not come from the network: \
        it is recorded in entries[1] of \(file.path), for GET http://127.0.0.1:9/nobody.
        """)
  }

  @Test func `an answer that broke off breaks off in the replay, and is asked for again`()
    async throws
  {
    // The connection breaks within the token.
    let text = #"{"list": [1], "access_token": "k9f8b7c6d5e4f3a2b1c0d9e8", "next": [2, 3, 4, 5]}"#
    let count = Counter()
    let server = try LoopbackServer { request in
      let isCut = request.target == "/cut" && count.next() <= 2
      return .init(
        headers: ["Content-Type: application/json"], body: Data(text.utf8), breaksOff: isCut)
    }
    try await withRecording(to: file) { _ in _ = try? await server.text(at: "/cut") }
    #expect(try paths() == ["/cut"])
    try FileManager.default.removeItem(at: file)

    func outcome(_ mode: RecordingMode) async throws -> RecordingDelegate.Record {
      let delegate = RecordingDelegate()
      return try await withRecording(to: file, mode: mode) { _ in
        _ = try await server.text(at: "/whole")
        URLSession(configuration: .ephemeral, delegate: delegate, delegateQueue: nil)
          .dataTask(with: request(server.url("/cut"))).resume()
        return await delegate.outcome
      }
    }
    let recorded = try await outcome(.once)
    #expect(recorded.body == Data(text.utf8.prefix(text.utf8.count / 2)))
    #expect(try !Data(contentsOf: file).contains(Data("k9f8b7c".utf8)))
    let replayed = try await outcome(.never)
    #expect(replayed.responses.map(\.statusCode) == [200])
    #expect(
      String(decoding: replayed.body, as: UTF8.self).hasPrefix(#"{"list": [1], "access_token": "#))
    let errors = [recorded, replayed].map { $0.completions.first as? URLError }
    #expect(errors[0] != nil)
    #expect(errors[0]?.code == errors[1]?.code)

    let again = try await outcome(.append)
    #expect(again.body == Data(text.utf8))
    #expect(try paths() == ["/cut", "/whole"])
  }

  @Test func `a redirect that was followed is recorded without its body`() async throws {
    let server = try LoopbackServer { request in
      switch request.target {
      case "/first":
        .text("moved", status: 302, headers: ["Location: /second", "X-Why: because"])
      case "/second":
        .init(status: 307, headers: ["Location: /third"], body: Data("on".utf8), chunkSize: 1)
      case "/large":
        .init(
          status: 301, headers: ["Location: /third"], body: Data(repeating: 65, count: 3_000_000))
      case "/third": .text("there")
      default: .text("", status: 404)
      }
    }
    try await withRecording(to: file) { _ in
      let small = try await server.text(at: "/first")
      #expect(small == "there")
      let large = try await server.text(at: "/large")
      #expect(large == "there")
    }
    #expect(try paths() == ["/first", "/large", "/second", "/third", "/third"])
    #expect(try bodies("/first") == [nil])
    #expect(try bodies("/second") == [nil])
    let first = try #require(try entries().first)
    #expect(first["response"]?["status"] == 302)
    let fields = try #require(first["response"]?["headers"]).description
    #expect(fields.contains("because"))
    #expect(!fields.contains("Content-Length"))
  }
}
