import Foundation
import StubKit
import StubKitRecording
import TestPlaces
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A recording beside the server that it was made of, which has moved on.
struct RecordingDriftTests {
  private let folder = TemporaryFolder()
  private var file: URL { folder.url.appendingPathComponent("users.har") }

  private static func get(_ path: String, from server: LoopbackServer) async throws -> String {
    var request = URLRequest(url: try #require(URL(string: server.url(path))))
    request.setValue("Bearer 8f14e45fceea167a5a36", forHTTPHeaderField: "Authorization")
    return String(decoding: try await URLSession.shared.data(for: request).0, as: UTF8.self)
  }

  @Test func `a recording says where the server has drifted from it`() async throws {
    let hasMovedOn = Locked(false)
    // Ports come again, and the process remembers what it has asked.
    let root = "/\(UUID().uuidString)"
    let server = try LoopbackServer { request in
      let body =
        hasMovedOn.withLock(\.self) ? #"{"id": "7", "plan": 1}"# : #"{"id": 7, "name": "Ada"}"#
      let isSame = request.target.hasSuffix("/same")
      return .text(isSame ? "[1]" : body, headers: ["Content-Type: application/json"])
    }
    try await withRecording(to: file) { _ in
      for path in ["/users", "/same"] { _ = try await Self.get(root + path, from: server) }
    }
    let recorded = try Data(contentsOf: file)
    hasMovedOn.withLock { $0 = true }

    let texts = Locked<[String]>([])
    try await withRecording(to: file, mode: .compare, fileID: "T/U.swift", line: 3) { registry in
      registry.reportIssues(
        to: IssueReporter { issue in
          texts.withLock { $0.append("\(issue.kind.isWarning) \(issue.text)") }
          return .heard
        })
      for path in ["/users", "/same"] {
        // The file answers, whatever the server says by now.
        let text = try await Self.get(root + path, from: server)
        #expect(!text.contains("plan"))
      }
      #expect(server.requests.count == 2)
    }

    #expect(server.requests.count == 4)
    #expect(server.requests.last?.headers["authorization"] == "Bearer 8f14e45fceea167a5a36")
    #expect(
      texts.withLock(\.self) == [
        """
        true "users.har entries[1]" at U.swift:3 answers differently from the server
          GET \(server.url(root + "/users"))
                     stubbed          the server
            ✗ id     a whole number   a string
            ✗ name   a string         missing
            ! plan   missing          a whole number
        """
      ])
    #expect(try Data(contentsOf: file) == recorded)
  }

  @Test(arguments: [true, false])
  func `a name that stands for a secret is not sent to the server`(isInHeader: Bool) async throws {
    let root = "/\(UUID().uuidString)"
    let server = try LoopbackServer { request in
      request.target.hasSuffix("/login")
        ? .text(
          #"{"token": "8f14e45f-ceea-467a-9f36-dedd4bea2543"}"#,
          headers: ["Content-Type: application/json"]) : .text("[]")
    }
    @Sendable func useToken() async throws {
      struct Login: Decodable { let token: UUID }
      let login = try #require(URL(string: server.url(root + "/login")))
      let token = try JSONDecoder().decode(
        Login.self, from: try await URLSession.shared.data(from: login).0
      ).token
      let path = isInHeader ? "/users" : "/sessions/\(token)"
      var request = URLRequest(url: try #require(URL(string: server.url(root + path))))
      if isInHeader { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
      _ = try await URLSession.shared.data(for: request)
    }
    try await withRecording(to: file) { _ in try await useToken() }
    #expect(server.requests.count == 2)

    let texts = Locked<[String]>([])
    try await withRecording(to: file, mode: .compare) { registry in
      registry.reportIssues(
        to: IssueReporter { issue in
          texts.withLock { $0.append(issue.text) }
          return .heard
        })
      try await useToken()
    }
    #expect(server.requests.dropFirst(2).map(\.target) == [root + "/login"])
    #expect(texts.withLock(\.count) == 1)
    #expect(
      texts.withLock(\.self).allSatisfy {
        $0.hasSuffix(
          "is not compared: a part of its address, headers or body is hidden in reports or recordings"
        )
      })
  }

  @Test func `only what the file has answered is asked of the server`() async throws {
    let root = "/\(UUID().uuidString)"
    let server = try LoopbackServer { _ in .text("[]") }
    try await withRecording(to: file) { _ in _ = try await Self.get(root + "/a", from: server) }
    try await withRecording(to: file, mode: .compare) { registry in
      registry.stub(condition: isPath(root + "/own"), response: .json([]))
      for path in ["/a", "/own"] { _ = try await Self.get(root + path, from: server) }
    }
    #expect(server.requests.map(\.target) == [root + "/a", root + "/a"])
  }

  @Test func `a recording that is not there cannot be compared`() async throws {
    let error = await #expect(throws: ArchiveError.self) {
      try await withRecording(to: file, mode: .compare) { _ in await Task.yield() }
    }
    #expect(
      error?.description == """
        There is no recording at \(file.path), and with the mode .compare no request goes to the network to make one.
        """)
  }
}
