import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// The app's code, as a tutorial would write it: nothing here knows of StubKit.

/// What the box office can be asked.
struct BoxOfficeEndpoint: Sendable {
  let date: String
  let method: String

  var url: URL? {
    var components = URLComponents(string: "https://boxoffice.example/api/daily.json")
    components?.queryItems = [URLQueryItem(name: "targetDt", value: date)]
    return components?.url
  }
}

/// One day's ranking.
struct BoxOffice: Codable, Equatable, Sendable {
  struct Movie: Codable, Equatable, Sendable {
    let rank: String
    let name: String
  }

  let movies: [Movie]
}

/// What can go wrong on the way to the box office.
enum NetworkError: Error, Equatable {
  case invalidURL
  case noResponse
  case status(Int)
  case noData
  case transport(URLError.Code)
  case decoding
}

/// Fetches things with a session it is given.
final class NetworkManager: Sendable {
  private let session: URLSession

  init(session: URLSession) {
    self.session = session
  }

  func fetch<Value: Decodable & Sendable>(
    _ endpoint: BoxOfficeEndpoint, as type: Value.Type,
    completion: @escaping @Sendable (Result<Value, NetworkError>) -> Void
  ) {
    guard let url = endpoint.url else { return completion(.failure(.invalidURL)) }
    var request = URLRequest(url: url)
    request.httpMethod = endpoint.method
    session.dataTask(with: request) { data, response, error in
      if let error = error as? URLError { return completion(.failure(.transport(error.code))) }
      guard let response = response as? HTTPURLResponse else {
        return completion(.failure(.noResponse))
      }
      guard (200..<300).contains(response.statusCode) else {
        return completion(.failure(.status(response.statusCode)))
      }
      guard let data, !data.isEmpty else { return completion(.failure(.noData)) }
      guard let value = try? JSONDecoder().decode(type, from: data) else {
        return completion(.failure(.decoding))
      }
      completion(.success(value))
    }.resume()
  }
}
