import Foundation
import StubKit
import TestPlaces
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A stub whose condition has a mistake, in a registry that would let everything pass.
struct MistakenStubTests {
  @Test func `a request that no other stub matches fails with the mistake`() async throws {
    let server = try LoopbackServer { _ in .text("real") }
    let url = try #require(URL(string: server.url("/")))
    let text = await withStubs(unmatched: .passThrough) { registry in
      // Of the mistake nobody needs to be told here.
      registry.reportIssues(to: IssueReporter { _ in .dropped })
      stub(condition: isHost("127.0.0.1:80"), response: .text("stubbed"))
      let error = await #expect(throws: URLError.self) {
        _ = try await URLSession.shared.data(from: url)
      }
      return error?.localizedDescription ?? ""
    }
    #expect(text.contains("match that with isPort(…)\nNo stub"))
    #expect(server.requests.isEmpty)
  }
}
