import Foundation
import Testing

@testable import StubKit
@testable import StubKitRecording

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct RecordingExceptionCriterionTests {
  @Test(arguments: [
    ("http://a.test/", true), ("HTTPS://a.test/", true), ("ws://a.test/", false),
    ("file:///a", false), ("data:,x", false),
  ])
  func `http requests are taken, so that their answers are seen`(
    url: String, isTaken: Bool
  ) throws {
    let registry = StubRegistry(
      unmatched: .fail(except: RequestMatcher(RecordingExceptionCriterion())))
    let request = URLRequest(url: try #require(URL(string: url)))
    #expect(registry.isOurs(request) == isTaken)
    let decision = try #require(registry.decideWithoutClosures(request, body: nil))
    let isLetOut = if case .refused = decision { false } else { true }
    #expect(isLetOut)
  }
}
