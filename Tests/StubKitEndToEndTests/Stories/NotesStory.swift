import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// The app's code: nothing here knows of StubKit.

/// A note as the service has it.
struct Note: Codable, Equatable, Sendable {
  let id: Int
  var text: String
}

/// What the service can be asked.
struct NotesService: Sendable {
  var session = URLSession.shared
  private let base = "https://notes.example"

  func search(_ text: String) async throws -> [Note] {
    var components = URLComponents(string: base + "/notes")
    components?.queryItems = [URLQueryItem(name: "q", value: text)]
    return try await value(of: request(components?.url))
  }

  func save(_ note: Note) async throws -> Note {
    var request = try request(URL(string: base + "/notes"))
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.httpBody = try JSONEncoder().encode(note)
    return try await value(of: request)
  }

  /// How many notes are left.
  func delete(_ id: Int) async throws -> Int {
    struct Rest: Decodable { let left: Int }
    var request = try request(URL(string: base + "/notes/\(id)"))
    request.httpMethod = "DELETE"
    let rest: Rest = try await value(of: request)
    return rest.left
  }

  private func request(_ url: URL?) throws -> URLRequest {
    guard let url else { throw URLError(.badURL) }
    return URLRequest(url: url)
  }

  private func value<Value: Decodable>(of request: URLRequest) async throws -> Value {
    let (data, _) = try await session.data(for: request)
    return try JSONDecoder().decode(Value.self, from: data)
  }
}

/// Searches while somebody types: with each letter the search before is given up.
actor NotesSearch {
  private let service: NotesService
  private var current: Task<Void, Never>?
  private(set) var found: [Note] = []
  private(set) var errors: [URLError.Code] = []

  init(service: NotesService) {
    self.service = service
  }

  /// Takes what was typed, letter by letter, before anything else can happen.
  func type(_ texts: [String]) {
    for text in texts { search(text) }
  }

  private func search(_ text: String) {
    current?.cancel()
    current = Task {
      do {
        let notes = try await service.search(text)
        found += notes
      } catch let error as URLError {
        errors.append(error.code)
      } catch {
        errors.append(.unknown)
      }
    }
  }

  /// Waits until the last search has ended.
  func settle() async {
    await current?.value
  }
}
