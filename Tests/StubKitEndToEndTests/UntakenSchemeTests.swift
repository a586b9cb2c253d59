import Foundation
import StubKit
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// URLs that need no network pass, also where a closure had to be asked first.
struct UntakenSchemeTests {
  @Test(
    .onlyOnLinux("there a data URL is asked about at all"),
    arguments: [UnmatchedPolicy.passThrough, .fail, .fail(except: isHost("localhost"))],
    [true, false])
  func `a data URL is answered by its session`(
    policy: UnmatchedPolicy, hasClosure: Bool
  ) async throws {
    try await withStubs(unmatched: policy) { registry in
      if hasClosure { stub(condition: satisfies { _ in false }, response: .text("wrong")) }
      let (data, response) = try await URLSession.shared.data(from: url("data:text/plain,hello"))
      #expect(String(decoding: data, as: UTF8.self) == "hello")
      #expect(response.mimeType == "text/plain")
      #expect(registry.unmatchedRequests.isEmpty)
    }
  }

  @Test func `a data URL can be stubbed`() async throws {
    try await withStubs { _ in
      stub(condition: satisfies { $0.url?.scheme == "data" }, response: .text("stubbed"))
      let (data, _) = try await URLSession.shared.data(from: url("data:text/plain,hello"))
      #expect(String(decoding: data, as: UTF8.self) == "stubbed")
    }
  }
}
