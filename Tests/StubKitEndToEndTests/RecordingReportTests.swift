import Foundation
import StubKit
import StubKitRecording
import TestPlaces
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a recording says of requests that it does not answer, and of scopes within it.
struct RecordingReportTests {
  private let folder = TemporaryFolder()
  private var file: URL { folder.url.appendingPathComponent("pond.har") }

  private func server() throws -> LoopbackServer {
    try LoopbackServer { .text("at \($0.target)") }
  }

  @Test func `a request that is not recorded is told how to record it, and what is closest`()
    async throws
  {
    let server = try server()
    try await withRecording(to: file) { _ in
      _ = try await server.text(at: "/duck")
      _ = try await server.text(at: "/users?page=1")
    }
    let line = #line + 1
    try await withRecording(to: file) { _ in
      let error = await #expect(throws: URLError.self) {
        try await server.text(at: "/users?page=2")
      }
      #expect(
        error?.localizedDescription == """
          No stub matches GET http://127.0.0.1:\(server.port)/users?page=2
          The answers come from the recording pond.har, given at RecordingReportTests.swift:\(line), which \
          has none for this request.
            → Run once with STUBKIT_RECORD=1 in the environment to record the file anew, or with \
          `mode: .append` to add what is missing.
          The 2 stubs, closest first:
            "pond.har entries[1]" at RecordingReportTests.swift:\(line)
              ✓ isMethodGET()
              ✓ isHost("127.0.0.1")
              ✓ isPort(\(server.port))
              ✓ isPath("/users")
              ✗ hasExactQuery(["page": "1"]): page: expected "1", found "2"
            "pond.har entries[0]" at RecordingReportTests.swift:\(line)
              ✓ isMethodGET()
              ✓ isHost("127.0.0.1")
              ✓ isPort(\(server.port))
              ✗ isPath("/duck"): the path is "/users"
              ✗ hasExactQuery([:]): page: expected nothing, found "2"
          """)
    }
    #expect(server.requests.count == 2)
  }

  @Test func `a mode of the environment is not looked for in the code`() async throws {
    await #expect(processExitsWith: .success) {
      let folder = TemporaryFolder()
      let file = folder.url.appendingPathComponent("pond.har")
      let server = try LoopbackServer { .text("at \($0.target)") }
      try await withRecording(to: file) { _ in _ = try await server.text(at: "/duck") }
      setenv("STUBKIT_RECORD", "Never", 1)
      let once = "once with STUBKIT_RECORD=1 in the environment to record the file anew, or with"
      for (mode, remedy) in [
        (RecordingMode.once, "→ Run \(once) `mode: .append` and without STUBKIT_RECORD to add"),
        (.never, "→ Remove `mode: .never`, and run \(once) `mode: .append` to add"),
      ] {
        try await withRecording(to: file, mode: mode) { _ in
          let error = await #expect(throws: URLError.self) { try await server.text(at: "/goose") }
          #expect(error?.localizedDescription.contains(remedy) == true)
        }
      }
    }
  }

  @Test func `a scope within a recording lets nothing out, and says why`() async throws {
    let server = try server()
    try await withRecording(to: file) { _ in
      _ = try await server.text(at: "/outside")
      await withStubs { _ in
        let error = await #expect(throws: URLError.self) { try await server.text(at: "/inside") }
        #expect(
          error?.localizedDescription.contains(
            """
            This scope is within a recording, and not a part of it: pond.har neither answers nor \
            records its requests.
            """) == true)
        await withStubs { _ in
          _ = await #expect(throws: URLError.self) { try await server.text(at: "/deeper") }
        }
      }
      let seen = try await withStubs(unmatched: .passThrough) { _ in
        try await server.text(at: "/asked-for")
      }
      #expect(seen == "at /asked-for")
    }
    #expect(server.requests.map(\.target) == ["/outside", "/asked-for"])
    let written = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    #expect(!written.contains("asked-for"))
  }
}
