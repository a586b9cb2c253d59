import Foundation
import StubKit
import StubKitTesting
import TestPlaces
import Testing

@testable import StubKitRecording

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Issues of scopes inside of a `.stubbed` test.
struct StubbedScopeTests {
  private struct Broken: Error, CustomStringConvertible {
    let description = "the fixture is broken"
  }

  private static func get(_ path: String) async throws {
    let url = try #require(URL(string: "https://within.test\(path)"))
    _ = try await URLSession.shared.data(from: url)
  }

  @Test func `an unmatched request is an issue at the line of the scope`() async throws {
    let issues = try await RecordedIssues.of { _ in
      await withStubs(fileID: "T/U.swift", filePath: "/T/U.swift", line: 3) { _ in
        try? await Self.get("/user")
      }
    }
    #expect(
      issues.texts == [
        """
        No stub matches GET https://within.test/user
        No stub is registered in this scope.
        To stub it:
          stub(condition: isHost("within.test") && isPath("/user"), response: .json([:]))
        """
      ])
    #expect(issues.places == ["U.swift:3"])
    #expect(issues.all.map(\.severity) == [.error])
  }

  @Test(arguments: [false, true])
  func `a closure that sends the request that it answers is told of, and does not hang`(
    blocks: Bool
  ) async throws {
    let issues = try await RecordedIssues.of { _ in
      await withStubs { _ in
        let condition = isHost("within.test") && isPath("/a")
        if blocks {
          stub(condition: condition, expected: .any, fileID: "T/U.swift", line: 3) { request in
            let isOver = DispatchSemaphore(value: 0)
            let asking = URLSession.shared.dataTask(with: request.urlRequest) { _, _, _ in
              isOver.signal()
            }
            asking.resume()
            isOver.wait()
            return .status(204)
          }
        } else {
          stub(condition: condition, expected: .any, fileID: "T/U.swift", line: 3) { request in
            .data(try await URLSession.shared.data(for: request.urlRequest).0)
          }
        }
        try? await Self.get("/a")
      }
    }
    #expect(
      issues.texts == [
        "The closure of the stub at U.swift:3 threw for GET https://within.test/a: the closure "
          + "sends a request that a closure answers, 20 times within each other. "
          + "`try await request.perform()` asks the real server"
      ])
  }

  @Test func `closures may ask for what other closures answer`() async throws {
    try await withStubs { _ in
      stub(condition: isHost("within.test"), expected: .any) { request in
        let depth = Int(request.path.dropFirst()) ?? 0
        guard depth < 19 else { return .text("the last") }
        let url = try #require(URL(string: "https://within.test/\(depth + 1)"))
        return .data(try await URLSession.shared.data(from: url).0)
      }
      let url = try #require(URL(string: "https://within.test/0"))
      let (data, _) = try await URLSession.shared.data(from: url)
      #expect(String(decoding: data, as: UTF8.self) == "the last")
    }
  }

  @Test(.stubbed)
  func `a closure's task asks for what the closure answers, once it has answered`() async throws {
    let (endings, ending) = AsyncStream<String>.makeStream()
    stub(condition: isPath("/push"), expected: 25) { request in
      let (number, registry) = (Int(request.url?.query ?? "") ?? 0, StubRegistry.current)
      guard number < 25 else {
        ending.yield("the last has come")
        return .status(204)
      }
      Task {
        do {
          let pushes = registry.stubs[0]
          try await pushes.waitForRequests(
            count: number, until: .ended, timeout: .seconds(600))
          try await Self.get("/push?\(number + 1)")
        } catch {
          ending.yield("\(error)")
        }
      }
      return .status(204)
    }
    try await Self.get("/push?1")
    var endingsSoFar = endings.makeAsyncIterator()
    #expect(await endingsSoFar.next() == "the last has come")
  }

  @Test func `what goes wrong with a stub is an issue at the line of the stub`() async throws {
    let issues = try await RecordedIssues.of { _ in
      await withStubs { _ in
        stub(condition: isPath("/a"), fileID: "T/U.swift", line: 3) { _ in throw Broken() }
        stub(condition: isPath("/b"), fileID: "T/U.swift", line: 4, response: .json([]))
        try? await Self.get("/a")
      }
    }
    #expect(
      issues.texts == [
        "The closure of the stub at U.swift:3 threw for GET https://within.test/a: "
          + "the fixture is broken",
        #"The stub at U.swift:4 was never used: isPath("/b")"#,
      ])
    #expect(issues.places == ["U.swift:3", "U.swift:4"])
    #expect(issues.all.map(\.severity) == [.error, .warning])
  }

  @Test func `a scope that does not await reports as well, also what is nested`() async throws {
    let issues = try await RecordedIssues.of(.stubbed(unused: .error)) { _ in
      withStubs { _ in
        withStubs { _ in
          _ = stub(condition: isPath("/b"), fileID: "T/U.swift", line: 4, response: .json([]))
        }
      }
    }
    #expect(
      issues.texts == [#"The stub at U.swift:4 was never used: isPath("/b")"# + silenceRemark])
    #expect(issues.all.map(\.severity) == [.error])
  }

  @Test func `a scope that throws is not told of what it did not get to`() async throws {
    let issues = try await RecordedIssues.of { _ in
      try? withStubs { _ in
        stub(condition: isPath("/b"), response: .json([]))
        throw Broken()
      }
    }
    #expect(issues.texts.isEmpty)
  }

  @Test func `a recording reports, too`() async throws {
    let folder = TemporaryFolder()
    let file = folder.url.appendingPathComponent("empty.har")
    try Data(#"{"log": {"version": "1.2", "entries": []}}"#.utf8).write(to: file)
    let issues = try await RecordedIssues.of { _ in
      try await withRecording(to: file, mode: .never, fileID: "T/U.swift", line: 3) { _ in
        stub(condition: isPath("/b"), fileID: "T/U.swift", line: 4, response: .json([]))
        try? await Self.get("/user")
      }
    }
    #expect(issues.texts.first??.hasPrefix("No stub matches GET https://within.test/user") == true)
    #expect(issues.texts.last == #"The stub at U.swift:4 was never used: isPath("/b")"#)
    #expect(issues.places == ["U.swift:3", "U.swift:4"])
  }

  @Test func `an issue is recorded when it happens, in the order of events`() async throws {
    let seen = Journal()
    _ = try await RecordedIssues.of { issues in
      try? await Self.get("/a")
      seen.note("\(issues.all.count)")
      await withStubs { _ in
        try? await Self.get("/b")
        seen.note("\(issues.all.count)")
        stub(condition: isPath("/c"), response: .json([]))
      }
      seen.note("\(issues.all.count)")
    }
    #expect(seen.entries == ["1", "2", "3"])
  }

  @Test func `a scope without a test around it reports to nobody`() async {
    await withStubs { registry in
      stub(condition: isPath("/b"), response: .json([]))
      try? await Self.get("/a")
      #expect(throws: StubVerificationError.self) { try registry.verify() }
    }
  }
}
