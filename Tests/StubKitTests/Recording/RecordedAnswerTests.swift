import Foundation
import TestPlaces
import Testing

@testable import StubKit
@testable import StubKitRecording

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What becomes of answers in the file, told to a recording as if the network had given them.
struct RecordedAnswerTests {
  private let folder: TemporaryFolder
  private var file: URL { folder.url.appendingPathComponent("a.har") }

  init() throws {
    folder = TemporaryFolder()
  }

  /// A recording that notes what it is told of.
  private struct Running {
    let recording: Recording
    private let registry = StubRegistry()

    init(to file: URL, mode: RecordingMode) throws {
      recording = try Recording(to: file, mode: mode, redacting: .standard)
      try recording.begin(
        in: registry, matching: .standard, timing: .immediate,
        location: StubLocation(fileID: "T/U.swift", filePath: "/U.swift", line: 3, column: 1))
    }

    func note(_ exchange: ForwardedExchange) {
      registry.associatedObjects.existing(ForwardedExchanges.self)?.hear(exchange)
    }
  }

  private func exchange(
    _ path: String, _ text: String, status: Int = 200, headers: StubHeaders = [:],
    method: String = "GET", asking fields: [String: String] = [:]
  ) throws -> ForwardedExchange {
    var request = URLRequest(url: try #require(URL(string: "http://a.test\(path)")))
    request.httpMethod = method
    request.allHTTPHeaderFields = fields
    var exchange = ForwardedExchange(of: request, body: nil)
    exchange.response = StubResponse.Head(status: status, headers: headers)
    exchange.body = Data(text.utf8)
    return exchange
  }

  private func failure(_ path: String) throws -> ForwardedExchange {
    var exchange = try exchange(path, "")
    exchange.response = nil
    exchange.error = URLError(.timedOut)
    return exchange
  }

  private func entries() throws -> [HAREntry] { try HARArchive.read(file).entries }

  private func bodies() throws -> [String] {
    try entries().map { String(decoding: $0.response.body, as: UTF8.self) }
  }

  private func write(_ exchanges: [ForwardedExchange]) throws {
    let entries = try exchanges.map { try HAREntry(RecordedExchange($0)) }
    try HARArchive(entries: entries).data.write(to: file)
  }

  @Test func `a body that is compressed after decoding is a file, and is recorded as it is`() throws
  {
    // The last one is only the beginning of a file.
    let files: [String: [UInt8]] = [
      "gzip": Array(try #require(Data(base64Encoded: "H4sIAAAAAAACA6tWSlSyMqwFAK+sG1YHAAAA"))),
      "deflate": [0x78, 0x9C, 0x4B, 0x04, 0x00, 0x00, 0x62, 0x00, 0x62], "x-gzip": [0x1F, 0x8B, 8],
    ]
    let running = try Running(to: file, mode: .once)
    for (coding, body) in files {
      var exchange = try exchange("/\(coding)", "", headers: ["Content-Encoding": coding])
      exchange.body = Data(body)
      running.note(exchange)
    }
    #expect(try running.recording.end() == [])
    for entry in try entries() {
      let coding = try #require(entry.request.url.split(separator: "/").last)
      #expect(Array(entry.response.body) == files[String(coding)])
    }
    #expect(try entries().count == files.count)
  }

  @Test func `an answer that comes after those of the file is kept, though they are alike`() throws
  {
    try write([try exchange("/job", "pending"), try failure("/job")])
    let running = try Running(to: file, mode: .append)
    for text in ["pending", "done"] { running.note(try exchange("/job", text)) }
    #expect(try running.recording.end() == [])
    #expect(try bodies() == ["pending", "pending", "done"])
  }

  @Test func `two recordings that add the same answer at the same time add it once`() throws {
    try write([try exchange("/job", "pending"), try failure("/job")])
    let both = try [Running(to: file, mode: .append), Running(to: file, mode: .append)]
    for running in both { running.note(try exchange("/job", "done")) }
    for running in both { #expect(try running.recording.end() == []) }
    #expect(try bodies() == ["pending", "done"])
  }

  @Test func `what has not changed keeps its lines, each of them once`() throws {
    let former = try (0..<4).map { try exchange($0 == 3 ? "/b" : "/a", "\($0 / 2)") }
    try write(former)
    let old = try entries()
    let running = try Running(to: file, mode: .rewrite)
    for text in ["0", "0", "0", "1"] { running.note(try exchange("/a", text)) }
    #expect(try running.recording.end() == [])
    let new = try entries()
    #expect(try bodies() == ["0", "0", "0", "1"])
    #expect(new.map { old.contains($0) } == [true, true, false, true])
  }

  @Test func `requests to one address have one order, whichever was made first`() throws {
    func record(_ methods: String...) throws -> [String] {
      let file = folder.url.appendingPathComponent("\(methods).har")
      let running = try Running(to: file, mode: .once)
      for method in methods {
        running.note(try exchange("/a", #"{"token": "of-\#(method)-7x"}"#, method: method))
      }
      #expect(try running.recording.end() == [])
      return try HARArchive.read(file).entries.map {
        $0.request.method + String(decoding: $0.response.body, as: UTF8.self)
      }
    }
    let expected = [#"GET{"token": "REDACTED-1"}"#, #"POST{"token": "REDACTED-2"}"#]
    #expect(try record("GET", "POST") == expected)
    #expect(try record("POST", "GET") == expected)
  }

  @Test func `what is added to a recording comes before what stands behind it in order`() throws {
    try write([try exchange("/a", "posted", method: "POST")])
    let running = try Running(to: file, mode: .append)
    running.note(try exchange("/a", "got", method: "GET"))
    #expect(try running.recording.end() == [])
    #expect(try bodies() == ["got", "posted"])
  }

  /// The bodies of recordings, each made anew over the one before, as by a process of its own.
  private func recordAnew(_ answers: [[(path: String, text: String)]]) throws -> [[String]] {
    try answers.map { answers in
      let running = try Running(to: file, mode: .rewrite)
      for (path, text) in answers { running.note(try exchange(path, text)) }
      #expect(try running.recording.end() == [])
      let copy = folder.url.appendingPathComponent("copy.har")
      try? FileManager.default.removeItem(at: copy)
      try FileManager.default.moveItem(at: file, to: copy)
      try FileManager.default.copyItem(at: copy, to: file)
      return try bodies()
    }
  }

  @Test func `tokens of one address have the names again that they had, in their order`() throws {
    let texts = try recordAnew(
      ["a", "b"].map { run in
        (1...3).map { ("/login", #"{"token": "\#(run)-s3cret-\#($0)"}"#) }
      })
    #expect(texts[0] == (1...3).map { #"{"token": "REDACTED-\#($0)"}"# })
    #expect(texts[1] == texts[0])
  }

  @Test func `two secrets have two names, though there was one where they stand`() throws {
    let texts = try recordAnew([
      [("/a", #"{"token": "0ne-s3cret", "refresh_token": "0ne-s3cret"}"#)],
      [("/a", #"{"token": "0ne-s3cret-x", "refresh_token": "tw0-s3cret-x"}"#)],
    ])
    #expect(texts[0] == [#"{"token": "REDACTED-1", "refresh_token": "REDACTED-1"}"#])
    #expect(texts[1] == [#"{"token": "REDACTED-3", "refresh_token": "REDACTED-2"}"#])
  }

  @Test func `names are those of the answer that is the same, not of one like it`() throws {
    let texts = try recordAnew([
      [
        ("/a", #"{"token": "0ne-s3cret", "refresh_token": "0ne-s3cret"}"#),
        ("/a", #"{"token": "tw0-s3cret", "refresh_token": "thr33-s3cret"}"#),
      ],
      [("/a", #"{"token": "tw0-s3cret-x", "refresh_token": "thr33-s3cret-x"}"#)],
    ])
    #expect(texts[0].last == #"{"token": "REDACTED-2", "refresh_token": "REDACTED-3"}"#)
    #expect(texts[1] == [#"{"token": "REDACTED-2", "refresh_token": "REDACTED-3"}"#])
  }

  @Test func `a new secret takes no name that another one has again`() throws {
    let texts = try recordAnew([
      [("/b", #"{"token": "0ne-s3cret"}"#)],
      [("/a", #"{"token": "n3w-s3cret"}"#), ("/b", #"{"token": "0ne-s3cret-x"}"#)],
    ])
    #expect(texts[0] == [#"{"token": "REDACTED-1"}"#])
    #expect(texts[1] == [#"{"token": "REDACTED-2"}"#, #"{"token": "REDACTED-1"}"#])
  }

  @Test func `a secret has one name in recordings that share a file`() throws {
    let both = try [Running(to: file, mode: .once), Running(to: file, mode: .once)]
    for (running, path) in zip(both, ["/a", "/b"]) {
      running.note(try exchange(path, #"{"token": "0ne-s3cret"}"#))
    }
    for running in both { #expect(try running.recording.end() == []) }
    #expect(try bodies() == Array(repeating: #"{"token": "REDACTED-1"}"#, count: 2))
  }

  @Test func `a login that each recording makes anew stands once in the file that they share`()
    throws
  {
    let open = try Running(to: file, mode: .once)
    for run in ["a", "b"] {
      let running = try Running(to: file, mode: .once)
      running.note(try exchange("/login", #"{"token": "\#(run)-s3cret"}"#))
      #expect(try running.recording.end() == [])
    }
    #expect(try open.recording.end().count == 1)
    #expect(try bodies() == [#"{"token": "REDACTED-1"}"#])
  }

  /// As where a file system counts time in seconds, and gives a file's number away again.
  @Test
  func `recordings made anew at once keep each other's entries, though the file looks the same`()
    throws
  {
    let kept = folder.url.appendingPathComponent("kept.har")
    func fill(_ file: URL, with data: Data) throws {
      let handle = try FileHandle(forWritingTo: file)
      try handle.truncate(atOffset: 0)
      try handle.write(contentsOf: data + Data(repeating: 0x20, count: 10_000 - data.count))
      try handle.close()
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: file.path)
    }
    try write([try exchange("/former", "former")])
    try fill(file, with: try Data(contentsOf: file))
    try FileManager.default.linkItem(at: file, to: kept)
    let (one, other) = try (Running(to: file, mode: .rewrite), Running(to: file, mode: .rewrite))
    one.note(try exchange("/one", "one"))
    #expect(try one.recording.end() == [])
    try fill(kept, with: try Data(contentsOf: file))
    try FileManager.default.removeItem(at: file)
    try FileManager.default.moveItem(at: kept, to: file)
    other.note(try exchange("/other", "other"))
    #expect(try other.recording.end() == [])
    #expect(try bodies() == ["one", "other"])
  }

  @Test func `requests that are never the same twice are written anew`() throws {
    let count = 300
    func all() throws -> [ForwardedExchange] {
      try (0..<count).map { _ in
        try exchange("/a", "a", asking: ["X-Request-Id": UUID().uuidString])
      }
    }
    try write(try all())
    let running = try Running(to: file, mode: .rewrite)
    for exchange in try all() { running.note(exchange) }
    #expect(try running.recording.end() == [])
    #expect(try entries().count == count)
  }
}
