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
    asking fields: [String: String] = [:]
  ) throws -> ForwardedExchange {
    var request = URLRequest(url: try #require(URL(string: "http://a.test\(path)")))
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
