import Foundation
import StubKit
import StubKitTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A GET with a body, in a `.stubbed` test and in reports.
struct UnsendableRequestTests {
  private static func find() throws -> URLRequest {
    var request = URLRequest(url: try #require(URL(string: "https://get.test/find")))
    request.httpBody = Data(#"{"q": 1}"#.utf8)
    return request
  }

  private static let text =
    "GET https://get.test/find cannot be sent: it is a GET with a body of 8 bytes, which URLSession "
    + "refuses with this error (-1103, dataLengthExceedsMaximum). Send it by another method, such as "
    + "POST, or put the body's content into the query."

  @Test func `is one issue of the test, and the stub is not told to be unused`() async throws {
    let issues = try await RecordedIssues.of { _ in
      stub(condition: isPath("/find"), response: .json([]))
      _ = try? await URLSession.shared.data(for: Self.find())
    }
    #expect(issues.texts == [Self.text])
    #expect(issues.all.map(\.severity) == [.error])
  }

  @Test func `is told once, also if its error leaves the test`() async throws {
    let issues = try await RecordedIssues.of { _ in
      stub(condition: isPath("/find"), response: .json([]))
      _ = try await URLSession.shared.data(for: Self.find())
    }
    #expect(issues.texts == [Self.text])
    #expect(issues.thrown == nil)
  }

  @Test func `verify and explain name it`() async throws {
    try await withStubs { registry in
      stub(
        condition: isPath("/find"), fileID: "T/U.swift", line: 3, response: .json([]))
      let request = try Self.find()
      #expect(registry.explain(request) == Self.text + "\nIt is meant for the stub at U.swift:3.")
      await #expect(throws: URLError.self) { try await URLSession.shared.data(for: request) }
      let error = #expect(throws: StubVerificationError.self) { try registry.verify() }
      #expect(error?.description == "1 problem:\n\n" + Self.text)
    }
  }
}
