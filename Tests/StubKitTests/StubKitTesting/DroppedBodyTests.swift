import Foundation
import StubKit
import StubKitTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Bodies of which the client gets nothing, because the status allows none.
struct DroppedBodyTests {
  @discardableResult
  private static func ask(_ method: String = "GET") async throws -> Data {
    var request = URLRequest(url: try #require(URL(string: "https://dropped.test/a")))
    request.httpMethod = method
    return try await URLSession.shared.data(for: request).0
  }

  private static func text(_ status: Int, _ size: String = " of 8 bytes") -> String {
    "The response of the stub at U.swift:3 has the status \(status) and a body\(size), of which the "
      + "client gets nothing: a \(status) has no body. Give it a status that has one, such as 200, or "
      + "leave the body out: .status(\(status))"
  }

  @Test(arguments: [204, 304, 199])
  func `are a warning at the stub's line, once for each stub`(status: Int) async throws {
    let issues = try await RecordedIssues.of { issues in
      let json = StubResponse.json(["id": 7]).with(status: status)
      stub(condition: isPath("/a"), fileID: "T/U.swift", line: 3, response: json)
      for _ in 0..<3 {
        let data = try await Self.ask()
        #expect(data.isEmpty)
        #expect(issues.all.count == 1)
      }
    }
    #expect(issues.texts == [Self.text(status)])
    #expect(issues.places == ["U.swift:3"])
    #expect(issues.all.map(\.severity) == [.warning])
  }

  @Test func `so they are if a closure makes the response, or a part of a sequence`() async throws {
    let issues = try await RecordedIssues.of { _ in
      stub(condition: isMethodGET(), fileID: "T/U.swift", line: 3) { _ in
        .json(["id": 7], status: 204)
      }
      stub(
        condition: isMethodPOST(), fileID: "T/U.swift", line: 4,
        response: .sequence(.text("there"), .text("none", status: 204)))
      try await Self.ask()
      for _ in 0..<2 { try await Self.ask("POST") }
    }
    #expect(issues.texts.first == Self.text(204))
    #expect(issues.places == ["U.swift:3", "U.swift:4"])
  }

  @Test(arguments: [
    StubResponse.stream([.data(Data("a".utf8)), .finish]), .stream([.fail(URLError(.timedOut))]),
    .stream { AsyncThrowingStream<Data, any Error> { $0.finish() } },
  ])
  func `a streamed body is one without a length`(response: StubResponse) async throws {
    let issues = try await RecordedIssues.of { _ in
      stub(
        condition: isPath("/a"), fileID: "T/U.swift", line: 3,
        response: response.with(status: 204))
      try await Self.ask()
    }
    #expect(issues.texts == [Self.text(204, "")])
  }

  @Test(arguments: [
    ("GET", StubResponse.status(204)), ("GET", .data(Data(), status: 204)),
    ("GET", .status(304)), ("GET", .stream([.finish]).with(status: 204)),
    ("HEAD", .json(["id": 7])), ("HEAD", .json(["id": 7], status: 204)),
    ("GET", .json(["id": 7], status: 205)),
    ("GET", StubResponse(recordedWith: 204, headers: [:], body: Data("as it came".utf8))),
  ])
  func `nothing is said where there is no body, or where a length is meant`(
    method: String, response: StubResponse
  ) async throws {
    let issues = try await RecordedIssues.of { _ in
      stub(condition: isPath("/a"), response: response)
      try await Self.ask(method)
    }
    #expect(issues.all.isEmpty)
  }
}
