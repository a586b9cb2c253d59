import Foundation
import StubKit
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A network manager whose session has its protocol classes set by hand.
struct BoxOfficeStoryTests {
  @Test func `the day's ranking arrives`() async throws {
    try await withStubs { _ in
      stub(
        condition: isMethodGET() && isHost("boxoffice.example")
          && containsQuery(["targetDt": "20231208"]),
        response: .json(["movies": [["rank": "1", "name": "Seoul Spring"]]]))
      let ranking = try await fetch().get()
      #expect(ranking == BoxOffice(movies: [BoxOffice.Movie(rank: "1", name: "Seoul Spring")]))
    }
  }

  @Test(
    arguments: [
      (StubResponse.status(404), NetworkError.status(404)),
      (.status(200), .noData),
      (.text("no JSON"), .decoding),
      (.failure(.notConnectedToInternet), .transport(.notConnectedToInternet)),
      (.failure(.timedOut), .transport(.timedOut)),
    ] as [(StubResponse, NetworkError)])
  func `each part that is missing has its error`(
    response: StubResponse, expected: NetworkError
  ) async throws {
    await withStubs { _ in
      stub(condition: isHost("boxoffice.example"), response: response)
      let result = await fetch()
      #expect(throws: expected) { try result.get() }
    }
  }

  @Test func `the endpoint's method is sent`() async throws {
    try await withStubs { _ in
      let post = stub(condition: isMethodPOST(), response: .json(["movies": []]))
      let ranking = try await fetch(method: "POST").get()
      #expect(ranking.movies.isEmpty)
      #expect(post.callCount == 1)
    }
  }

  private func fetch(method: String = "GET") async -> Result<BoxOffice, NetworkError> {
    let configuration = URLSessionConfiguration.default
    configuration.protocolClasses = [StubURLProtocol.self]
    let manager = NetworkManager(session: URLSession(configuration: configuration))
    return await withCheckedContinuation { continuation in
      manager.fetch(BoxOfficeEndpoint(date: "20231208", method: method), as: BoxOffice.self) {
        continuation.resume(returning: $0)
      }
    }
  }
}
