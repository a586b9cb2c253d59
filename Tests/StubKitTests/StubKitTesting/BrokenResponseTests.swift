import Foundation
import StubKit
import StubKitRecording
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Responses that cannot be given as they were written, in a `.stubbed` test.
struct BrokenResponseTests {
  private struct Unwritable: Encodable {
    func encode(to encoder: any Encoder) throws {
      throw EncodingError.invalidValue(
        "∞", .init(codingPath: [], debugDescription: "It cannot be written."))
    }
  }

  private static func get() async throws {
    let url = try #require(URL(string: "https://broken.test/a"))
    _ = try await URLSession.shared.data(from: url)
  }

  private static let start = "The response of the stub at U.swift:3 cannot be given to "

  private static let broken: [(StubResponse, String)] = [
    (
      StubResponse.file(URL(fileURLWithPath: "/nowhere/users.json")),
      #"There is no file "users.json" for the stub's response: looked at /nowhere/users.json."#
        + "\n    | Put it there, or correct its name."
    ),
    (
      .sequence([]),
      #"The sequence of the stub for isPath("/a") at U.swift:3 is empty: give it at least one "#
        + "response."
    ),
    (
      .json(Unwritable()),
      "The stub's response cannot be written as JSON: $: ∞ cannot be encoded: It cannot be written."
    ),
    (
      .json("[1]\n"),
      "The stub's response would be a JSON string, but its text is the JSON of an array: "
        + #"did you mean .data or .json(text:)? The text is [1]\n"#
    ),
    (
      .httpMessage(data: Data("nonsense".utf8)),
      #"The HTTP message cannot be read: expected a status line such as "HTTP/1.1 200 OK", "#
        + #"found "nonsense" at byte 0, line 1"#
    ),
    (
      .status(99),
      "99 is not an HTTP status: the stub's response needs one from 100 to 599."
    ),
    (
      .serverSentEvents([.init(event: "a\nb", data: "")]),
      #"The event "a\nb" of the stub's event stream has a line break."#
    ),
  ]

  @Test(arguments: broken)
  func `is an issue at the stub's line, also where the app maps errors`(
    response: StubResponse, reason: String
  ) async throws {
    let issues = try await RecordedIssues.of { _ in
      stub(condition: isPath("/a"), fileID: "T/U.swift", line: 3, response: response)
      try? await Self.get()
    }
    #expect(issues.texts == [Self.start + "GET https://broken.test/a: " + reason])
    #expect(issues.places == ["U.swift:3"])
    #expect(issues.all.map(\.severity) == [.error])
  }

  @Test func `a fixture that is missing is one, too`() async throws {
    let issues = try await RecordedIssues.of { _ in
      stub(
        condition: isPath("/a"), fileID: "T/U.swift", line: 3,
        response: .fixture("absent.json", in: .module))
      try? await Self.get()
    }
    #expect(
      issues.texts.first??.hasPrefix(
        Self.start + #"GET https://broken.test/a: There is no fixture "absent.json" in the bundle "#
      )
        == true)
  }

  @Test func `a sequence that is used up is an issue, once for all requests that were too many`()
    async throws
  {
    let issues = try await RecordedIssues.of { issues in
      stub(
        condition: isPath("/a"), fileID: "T/U.swift", line: 3,
        response: .sequence(.text("1"), .text("2"), then: .fail))
      try await Self.get()
      try await Self.get()
      #expect(issues.all.isEmpty)
      for _ in 1...3 { try? await Self.get() }
    }
    #expect(
      issues.texts == [
        Self.start + "GET https://broken.test/a: "
          + #"The sequence of the stub for isPath("/a") at U.swift:3 has 2 responses, and this "#
          + "request comes after the last."
      ])
  }

  @Test func `the client of a sequence that is used up is told whose it is`() async throws {
    await withStubs { _ in
      stub(
        condition: isPath("/a"), named: "poll", fileID: "T/U.swift", line: 3,
        response: .sequence(.failure(.timedOut), then: .fail))
      _ = try? await Self.get()
      let error = await #expect(throws: URLError.self) { try await Self.get() }
      #expect(
        error?.localizedDescription
          == #"The sequence of "poll" at U.swift:3 has 1 response, and this request "#
          + "comes after the last.")
    }
  }

  @Test func `what a closure returns counts as well`() async throws {
    let issues = try await RecordedIssues.of { _ in
      stub(condition: isPath("/a"), fileID: "T/U.swift", line: 3) { _ in .status(99) }
      try? await Self.get()
    }
    #expect(
      issues.texts == [
        Self.start + "GET https://broken.test/a: "
          + "99 is not an HTTP status: the stub's response needs one from 100 to 599."
      ])
  }

  @Test func `verify names it, and the log says so`() async throws {
    await withStubs { registry in
      stub(
        condition: isPath("/a"), fileID: "T/U.swift", line: 3, response: .status(99))
      await #expect(throws: URLError.self) { try await Self.get() }
      #expect(registry.exchanges.map(\.outcome) == [.cannotRespond])
      let error = #expect(throws: StubVerificationError.self) { try registry.verify() }
      #expect(
        error?.description == """
          1 problem:

          \(Self.start)GET https://broken.test/a: 99 is not an HTTP status: the stub's response needs one from 100 to 599.
          """)
    }
  }
}
