import Foundation
import StubKit
import TestPlaces
import Testing

@testable import StubKitRecording

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a test is told of a recording that is not written, and of one that is odd.
struct RecordingRemarkTests {
  private func fail(_ path: String) async throws {
    // Nobody listens at port 9 of loopback.
    let url = try #require(URL(string: "http://127.0.0.1:9\(path)"))
    _ = try? await URLSession.shared.data(from: url)
  }

  @Test func `a run in which nothing was answered does not become the recording`() async throws {
    let folder = TemporaryFolder()
    let file = folder.url.appendingPathComponent("a.har")
    let issues = try await RecordedIssues.of { _ in
      try await withRecording(to: file, fileID: "T/U.swift", line: 3) { _ in
        try await self.fail("/a")
        try await self.fail("/b")
      }
      try withRecording(to: file) { _ in }
      #expect(!FileManager.default.fileExists(atPath: file.path))
      try Data(#"{"log": {"entries": []}}"#.utf8).write(to: file)
      try await withRecording(to: file, mode: .rewrite) { _ in try await self.fail("/c") }
      try withRecording(to: file, mode: .append) { _ in }
      #expect(try Data(contentsOf: file) == Data(#"{"log": {"entries": []}}"#.utf8))
    }
    #expect(
      issues.texts == [
        "\(file.path): nothing is recorded, and there still is no file: not one of 2 requests was answered.",
        "\(file.path): nothing is recorded, and there still is no file: no request of this scope went to the network.",
        "\(file.path): nothing is recorded, and the file stays as it was: "
          + "not one of 1 request was answered.",
      ])
    #expect(issues.places.first == "U.swift:3")
    #expect(issues.all.allSatisfy { $0.severity == .warning })
  }

  @Test func `a recording without a file to add to says that there is still none`() async throws {
    let folder = TemporaryFolder()
    let file = folder.url.appendingPathComponent("a.har")
    let issues = try await RecordedIssues.of { _ in
      try withRecording(to: file, mode: .append) { _ in }
    }
    #expect(
      issues.texts == [
        "\(file.path): nothing is recorded, and there still is no file: no request of this scope went to the network."
      ])
  }

  @Test func `a recording that got nothing says that the file of another one stays`() async throws {
    let folder = TemporaryFolder()
    let file = folder.url.appendingPathComponent("a.har")
    let server = try LoopbackServer { _ in .text("there") }
    let issues = try await RecordedIssues.of { _ in
      try await withRecording(to: file) { _ in
        try await self.fail("/a")
        let url = try #require(URL(string: "http://127.0.0.1:\(server.port)/b"))
        try await withRecording(to: file) { _ in _ = try await URLSession.shared.data(from: url) }
      }
    }
    #expect(
      issues.texts == [
        "\(file.path): nothing is recorded, and the file stays as it was: "
          + "not one of 1 request was answered."
      ])
  }

  @Test func `what a server refuses because it does not know a name is not added`() async throws {
    let folder = TemporaryFolder()
    let file = folder.url.appendingPathComponent("a.har")
    let token = "blue-gr33n-rabbit"
    let server = try LoopbackServer { request in
      if request.target == "/token" { return .text(token) }
      if request.target == "/broken" { return .text("no", status: 500) }
      let isKnown = request.headers["authorization"] == "Bearer \(token)"
      return isKnown || request.target == "/open" ? .text("there") : .text("no", status: 401)
    }
    @Sendable func ask(_ paths: [String]) async throws {
      var token: String?
      for path in paths {
        var request = URLRequest(url: try #require(URL(string: server.url(path))))
        if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
        let (data, _) = try await URLSession.shared.data(for: request)
        if path == "/token" { token = String(decoding: data, as: UTF8.self) }
      }
    }
    try await withRecording(to: file) { _ in try await ask(["/token", "/me"]) }
    let recorded = try Data(contentsOf: file)

    let issues = try await RecordedIssues.of { _ in
      try await withRecording(to: file, mode: .append) { _ in
        try await ask(["/token", "/me", "/more"])
      }
      #expect(try Data(contentsOf: file) == recorded)
      try await withRecording(to: file, mode: .append) { _ in
        try await ask(["/token", "/more", "/broken", "/open"])
      }
    }
    #expect(
      issues.texts
        == Array(
          repeating: """
            \(file.path): GET \(server.url("/more")) was answered with 401, and is not recorded: it \
            sent "REDACTED-1", which stands for a secret in this file, and which the server does not \
            know; run once with STUBKIT_RECORD=1 in the environment to record the whole file anew.
            """, count: 2))
    let archive = try HARArchive(parsing: Data(contentsOf: file))
    #expect(
      archive.entries.map(\.request.url) == ["/broken", "/me", "/open", "/token"].map(server.url))
  }

  @Test func `an odd entry of a recording is told of and kept`() async throws {
    let folder = TemporaryFolder()
    let file = try folder.write(
      #"{"log": {"entries": [{"request": 7}, {"request": {"url": "http://a.test/"}}]}}"#,
      to: "a.har")
    let issues = try await RecordedIssues.of { _ in
      try withRecording(to: file, mode: .never, fileID: "T/U.swift", line: 3) { registry in
        #expect(registry.stubs.count == 1)
      }
    }
    #expect(
      issues.texts == [
        "\(file.path): left out: expected an object, found 7 at $.log.entries[0].request"
      ])
    #expect(issues.places == ["U.swift:3"])
  }
}
