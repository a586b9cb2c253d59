import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The ways in which an app asks a session, all behind one call.
enum Client: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case asyncAwait = "async data(for:)"
  case handler = "a completion handler"
  case handlerOnDelegateSession = "a completion handler on a session with a delegate"
  case delegate = "a delegate"

  var testDescription: String { rawValue }

  /// What came back.
  struct Outcome: Sendable {
    let data: Data
    let response: HTTPURLResponse

    var status: Int { response.statusCode }
    var text: String { String(decoding: data, as: UTF8.self) }
  }

  /// Performs a request on a session of this configuration.
  func fetch(
    _ request: URLRequest, _ configuration: URLSessionConfiguration
  ) async throws -> Outcome {
    switch self {
    case .asyncAwait:
      let (data, response) = try await URLSession(configuration: configuration).data(for: request)
      return Outcome(data: data, response: try #require(response as? HTTPURLResponse))
    case .handler:
      return try await Self.fetch(request, URLSession(configuration: configuration))
    case .handlerOnDelegateSession:
      let session = URLSession(
        configuration: configuration, delegate: RecordingDelegate(), delegateQueue: nil)
      return try await Self.fetch(request, session)
    case .delegate:
      let delegate = RecordingDelegate()
      let session = URLSession(
        configuration: configuration, delegate: delegate, delegateQueue: nil)
      session.dataTask(with: request).resume()
      let outcome = await delegate.outcome
      if let error = outcome.completions.first ?? nil { throw error }
      return Outcome(data: outcome.body, response: try #require(outcome.responses.first))
    }
  }

  private static func fetch(_ request: URLRequest, _ session: URLSession) async throws -> Outcome {
    try await withCheckedThrowingContinuation { continuation in
      session.dataTask(with: request) { data, response, error in
        if let data, let response = response as? HTTPURLResponse {
          continuation.resume(returning: Outcome(data: data, response: response))
        } else {
          continuation.resume(throwing: error ?? URLError(.unknown))
        }
      }.resume()
    }
  }
}

/// A URL from a literal that is known to be one.
func url(_ string: String) -> URL {
  URL(string: string) ?? URL(filePath: "/not-a-url")
}

/// A request from its parts.
func request(
  _ string: String, _ method: String = "GET", headers: [String: String] = [:], body: String? = nil
) -> URLRequest {
  var request = URLRequest(url: url(string))
  request.httpMethod = method
  request.allHTTPHeaderFields = headers
  request.httpBody = body.map { Data($0.utf8) }
  return request
}
