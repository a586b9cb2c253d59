import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// An app's code, which knows nothing of StubKit.

struct Item: Codable, Equatable, Sendable {
  let id: Int
  let name: String
}

/// A shop that is asked over HTTP, with a session as most apps have it.
struct Shop: Sendable {
  static let address = "https://shop.test"

  var session = URLSession.shared

  func items() async throws -> [Item] {
    let (data, _) = try await session.data(from: url("/items"))
    return try JSONDecoder().decode([Item].self, from: data)
  }

  /// The items as the screen shows them: none where something goes wrong.
  func itemsOrNone() async -> [Item] {
    (try? await items()) ?? []
  }

  func item(_ id: Int) async throws -> Item {
    let (data, _) = try await session.data(from: url("/items/\(id)"))
    return try JSONDecoder().decode(Item.self, from: data)
  }

  @discardableResult
  func add(_ item: Item, method: String = "POST", token: String = "secret-token") async throws
    -> Int
  {
    var request = URLRequest(url: url("/items"))
    request.httpMethod = method
    request.setValue("bearer \(token)", forHTTPHeaderField: "Authorization")
    request.httpBody = try JSONEncoder().encode(item)
    let (_, response) = try await session.data(for: request)
    return (response as? HTTPURLResponse)?.statusCode ?? 0
  }

  func delete(_ id: Int) async throws -> Data {
    var request = URLRequest(url: url("/items/\(id)"))
    request.httpMethod = "DELETE"
    return try await session.data(for: request).0
  }

  /// Tells a service that nobody waits for, as an app does with what it measures.
  func count(_ event: String) {
    let address = url("/events/\(event)")
    let session = session
    DispatchQueue.global().async { session.dataTask(with: address).resume() }
  }

  private func url(_ path: String) -> URL {
    URL(string: Self.address + path) ?? URL(filePath: "/")
  }
}
