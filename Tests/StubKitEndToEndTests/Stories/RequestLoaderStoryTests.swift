import Foundation
import StubKit
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// The app's code.

/// A request that knows how to be made and how its answer is read.
private protocol APIRequest: Sendable {
  associatedtype Input: Sendable
  associatedtype Output: Sendable
  func makeRequest(from input: Input) throws -> URLRequest
  func parseResponse(data: Data) throws -> Output
}

/// Performs requests of one kind.
private struct APIRequestLoader<Request: APIRequest>: Sendable {
  let apiRequest: Request
  var urlSession: URLSession = .shared

  func load(
    _ input: Request.Input,
    completion: @escaping @Sendable (Result<Request.Output, any Error>) -> Void
  ) {
    do {
      let request = try apiRequest.makeRequest(from: input)
      urlSession.dataTask(with: request) { data, _, error in
        guard let data else { return completion(.failure(error ?? URLError(.unknown))) }
        completion(Result { try apiRequest.parseResponse(data: data) })
      }.resume()
    } catch {
      completion(.failure(error))
    }
  }
}

private struct Coordinate: Sendable {
  let latitude: Double
  let longitude: Double
}

/// Points of interest around a place.
private struct PointsOfInterest: APIRequest {
  func makeRequest(from coordinate: Coordinate) throws -> URLRequest {
    var components = URLComponents(string: "https://poi.example/locations")
    components?.queryItems = [
      URLQueryItem(name: "lat", value: "\(coordinate.latitude)"),
      URLQueryItem(name: "long", value: "\(coordinate.longitude)"),
    ]
    guard let url = components?.url else { throw URLError(.badURL) }
    return URLRequest(url: url)
  }

  func parseResponse(data: Data) throws -> [String] {
    try JSONDecoder().decode([String].self, from: data)
  }
}

/// A request and its loader on an ephemeral configuration, answered by a closure.
struct RequestLoaderStoryTests {
  @Test func `the closure checks the query and answers`() async throws {
    try await withStubs { _ in
      stub(condition: isHost("poi.example")) { request in
        #expect(request.url?.query?.contains("lat=37.3293") == true)
        return .json(["Apple Park", "Visitor Center"])
      }
      let places = try await load().get()
      #expect(places == ["Apple Park", "Visitor Center"])
    }
  }

  @Test func `what the closure throws is what the loader gets`() async throws {
    struct OutOfService: Error, Equatable {}
    await withStubs { _ in
      stub(condition: isHost("poi.example")) { _ in throw OutOfService() }
      let result = await load()
      #expect(throws: OutOfService()) { try result.get() }
    }
  }

  private func load() async -> Result<[String], any Error> {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [StubURLProtocol.self]
    let loader = APIRequestLoader(
      apiRequest: PointsOfInterest(), urlSession: URLSession(configuration: configuration))
    return await withCheckedContinuation { continuation in
      loader.load(Coordinate(latitude: 37.3293, longitude: -121.8893)) {
        continuation.resume(returning: $0)
      }
    }
  }
}
