import Foundation
import StubKit
import StubKitRecording
import TestPlaces
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a real server on loopback said is said again by the recording when the server is gone.
struct RecordingTests {
  private let folder = TemporaryFolder()
  private var file: URL { folder.url.appendingPathComponent("inner/pond.har") }

  /// What a client sees of an answer.
  struct Seen: Hashable, Sendable {
    var path: String
    var status = 0
    var url: String?
    var type: String?
    var body = Data()
    var error: URLError.Code?
  }

  private static let gzip = Data(
    base64Encoded: "H4sIAAAAAAACAzNQSMovKclJLVbIT1PIzczJVsjPUyjJSFUozkjNSQMAk18Sxh4AAAA=")

  private static let binary = Data(
    (0..<70_000).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) })

  private static func pond() throws -> LoopbackServer {
    let counts = Counter()
    return try LoopbackServer { request in
      switch request.target.prefix(while: { $0 != "?" }) {
      case "/binary": .init(headers: ["Content-Type: application/octet-stream"], body: binary)
      case "/chunked": .init(headers: ["X-Kind: chunks"], body: binary, chunkSize: 999)
      case "/gzip":
        .init(
          headers: ["Content-Type: text/plain", "Content-Encoding: gzip"], body: gzip ?? Data())
      case "/file.gz":
        // Compressed twice: the client gets what is compressed once.
        .init(
          headers: ["Content-Type: application/gzip", "Content-Encoding: gzip"],
          body: Data(
            base64Encoded:
              "H4sIAAAAAAACA5Pv5mAAASZm4wCPU/qaJz11w074B584e+Zk2InzwRonPUI1znmc9WRmmBwvdEwO"
              + "qBIAg2G80jIAAAA=") ?? Data())
      case "/latin":
        .init(
          headers: ["Content-Type: text/plain; charset=iso-8859-1"], body: Data([0x63, 0xE9, 0x0A]))
      case "/mislabelled":
        .text("é", headers: ["Content-Type: text/plain; charset=iso-8859-1"])
      case "/first": .text("gone", status: 302, headers: ["Location: /second?x=1"])
      case "/second": .text("", status: 307, headers: ["Location: /there"])
      case "/there": .text("arrived")
      case "/missing": .text("no such thing", status: 404)
      case "/broken": .text("oops", status: 500)
      case "/empty": .init(status: 204)
      case "/odd": .text("not you", status: 999)
      case "/cut": .init(body: binary, breaksOff: true)
      case "/count": .text("\(counts.next())")
      case "/echo": .text("\(request.method) \(String(decoding: request.body, as: UTF8.self))")
      default: .text("you asked for \(request.target)")
      }
    }
  }

  private static func fetch(_ path: String, from port: Int, body: String? = nil) async throws
    -> Seen
  {
    var request = URLRequest(
      url: try #require(URL(string: "http://127.0.0.1:\(port)\(path)")))
    if let body {
      request.httpMethod = "POST"
      request.httpBody = Data(body.utf8)
    }
    do {
      let (data, response) = try await URLSession.shared.data(for: request)
      let head = try #require(response as? HTTPURLResponse)
      return Seen(
        path: path, status: head.statusCode, url: head.url?.absoluteString,
        type: head.value(forHTTPHeaderField: "Content-Type"), body: data)
    } catch let error as URLError {
      return Seen(path: path, error: error.code)
    }
  }

  private static func tour(of port: Int) async throws -> [Seen] {
    var seen: [Seen] = []
    let paths = [
      "/binary", "/chunked", "/gzip", "/file.gz", "/latin", "/mislabelled", "/first", "/missing",
      "/broken",
      "/empty", "/cut", "/count", "/count", "/a%20b?c=%26&d", "/",
    ]
    for path in paths { seen.append(try await fetch(path, from: port)) }
    seen.append(try await fetch("/echo", from: port, body: "{\"name\": \"Ada\"}"))
    // Nobody listens at port 9 of loopback.
    seen.append(try await fetch("/nobody", from: 9))
    return seen
  }

  @Test func `a recording says the same bytes when the server is gone`() async throws {
    var server: LoopbackServer? = try Self.pond()
    let port = try #require(server?.port)
    let recorded = try await withRecording(to: file) { _ in try await Self.tour(of: port) }
    #expect(
      recorded.map(\.status) == [
        200, 200, 200, 200, 200, 200, 200, 404, 500, 204, 0, 200, 200, 200, 200, 200, 0,
      ])
    #expect(
      recorded[2].body == Data("0 bottles of milk on the shelf".utf8))
    #expect(recorded[3].body == Self.gzip)
    #expect(recorded[6].url?.hasSuffix("/there") == true)
    let requests = server?.requests.count
    server = nil

    let written = try Data(contentsOf: file)
    let replayed = try await withRecording(to: file) { registry in
      let seen = try await Self.tour(of: port)
      #expect(registry.unmatchedRequests.isEmpty)
      return seen
    }
    #expect(requests == 18)
    #expect(recorded == replayed)
    #expect(try Data(contentsOf: file) == written)
    let timed = try await withRecording(to: file, mode: .never, timing: .recorded) { _ in
      try await Self.fetch("/there", from: port)
    }
    #expect(String(decoding: timed.body, as: UTF8.self) == "arrived")
  }

  @Test func `requests at once are recorded whole and in an order of their own`() async throws {
    var server: LoopbackServer? = try Self.pond()
    let port = try #require(server?.port)
    @Sendable func crowd() async throws -> Set<Seen> {
      try await withThrowingTaskGroup(of: Seen.self) { group in
        for number in 0..<60 {
          group.addTask { try await Self.fetch("/path/\(number % 30)", from: port) }
        }
        return try await group.reduce(into: []) { $0.insert($1) }
      }
    }
    let recorded = try await withRecording(to: file) { _ in try await crowd() }
    #expect(recorded.count == 30)
    server = nil
    let replayed = try await withRecording(to: file, mode: .never) { _ in try await crowd() }
    #expect(replayed == recorded)

    let json = try StubJSON(parsing: try Data(contentsOf: file))
    let entries = try #require(json["log"]?["entries"])
    let urls = (0..<60).compactMap { entries[$0]?["request"]?["url"]?.description }
    #expect(urls.count == 60)
    #expect(entries[60] == nil)
    #expect(urls == urls.sorted())
  }

  @Test func `a status that no standard knows is recorded with all the others`() async throws {
    let server = try Self.pond()
    for _ in 1...2 {
      try await withRecording(to: file) { _ in
        let there = try await Self.fetch("/there", from: server.port)
        #expect(there.status == 200)
        let odd = try await Self.fetch("/odd", from: server.port)
        #expect(odd.status == 999)
        #expect(odd.body == Data("not you".utf8))
      }
    }
    #expect(server.requests.count == 2)
  }

  @Test func `nothing goes out once there is a recording`() async throws {
    let server = try Self.pond()
    for _ in 1...3 {
      _ = try await withRecording(to: file) { _ in
        try await Self.fetch("/count", from: server.port)
      }
    }
    #expect(server.requests.count == 1)
    let other = try await withRecording(to: file) { _ in
      try await Self.fetch("/other", from: server.port)
    }
    #expect(other.error == .resourceUnavailable)
    #expect(server.requests.count == 1)
  }

  @Test func `an appended recording keeps what it has and adds the rest`() async throws {
    let server = try Self.pond()
    for paths in [["/count"], ["/count", "/there"], ["/missing"], ["/count", "/missing"]] {
      try await withRecording(to: file, mode: .append) { _ in
        for path in paths { _ = try await Self.fetch(path, from: server.port) }
      }
    }
    #expect(server.requests.map(\.target) == ["/count", "/there", "/missing"])
  }

  @Test func `an appended recording writes numbers of other programs as they were`() async throws {
    let server = try Self.pond()
    let entries = [
      #"{"time": 1.10, "request": {"url": "http://a.test/"}, "response": {"status": 200}}"#,
      #"{"_id":12345678901234567890,"request":{"url":"http://a.test/","_n":[1e400, -0]}}"#,
      #"{"_id":12345678901234567891,"request":{"url":"http://a.test/","_n":[1e400, -0]}}"#,
      #"{"_leftOut": 1E2}"#,
    ]
    try folder.write(
      #"{"log": {"entries": [\#(entries.joined(separator: ",\n"))]}}"#, to: "inner/pond.har")
    for path in ["/count", "/there"] {
      try await withRecording(to: file, mode: .append) { _ in
        _ = try await Self.fetch(path, from: server.port)
      }
      var text = try String(contentsOf: file, encoding: .utf8)[...]
      for entry in entries {
        let place = try #require(text.range(of: entry), "\(entry)")
        text = text[place.upperBound...]
      }
    }
    #expect(server.requests.map(\.target) == ["/count", "/there"])
  }

  @Test func `a recording made anew keeps the lines that say the same`() async throws {
    let server = try Self.pond()
    func record(_ paths: [String]) async throws -> [Substring] {
      try await withRecording(to: file, mode: .rewrite) { _ in
        for path in paths { _ = try await Self.fetch(path, from: server.port) }
      }
      return try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    }
    let first = try await record(["/there", "/missing"])
    #expect(try await record(["/missing", "/there"]) == first)
    let more = try await record(["/there", "/echo", "/missing"])
    #expect(more.difference(from: first).removals.isEmpty, "\(first) \(more)")
    #expect(server.requests.count == 7)
  }

  @Test func `an error leaves the file as it was`() async throws {
    let server = try Self.pond()
    struct Stop: Error {}
    await #expect(throws: Stop.self) {
      try await withRecording(to: file) { _ in
        _ = try await Self.fetch("/there", from: server.port)
        throw Stop()
      }
    }
    #expect(!FileManager.default.fileExists(atPath: file.path))
  }

  @Test func `stubs of the scope win and are not recorded`() async throws {
    let server = try Self.pond()
    try await withRecording(to: file) { _ in
      stub(condition: isPath("/there"), response: .text("stubbed"))
      let seen = try await Self.fetch("/there", from: server.port)
      #expect(seen.body == Data("stubbed".utf8))
    }
    #expect(server.requests.isEmpty)
    // Where no request went to the network there is nothing to be written down.
    #expect(!FileManager.default.fileExists(atPath: file.path))
  }

  @Test func `without a recording the mode never lets nothing out`() throws {
    let error = #expect(throws: ArchiveError.self) {
      try withRecording(to: file, mode: .never) { _ in }
    }
    #expect(
      error?.description
        == "There is no recording at \(file.path), and with the mode .never "
        + "no request goes to the network to make one."
    )
  }

  @Test func `code that does not await records as well`() throws {
    let server = try Self.pond()
    let url = try #require(URL(string: server.url("/there")))
    for _ in 1...2 {
      try withRecording(to: file) { registry in
        let isOver = DispatchSemaphore(value: 0)
        registry.session.dataTask(with: url) { data, _, _ in
          #expect(data == Data("arrived".utf8))
          isOver.signal()
        }.resume()
        isOver.wait()
      }
    }
    #expect(server.requests.count == 1)
  }
}
