// What the snippets of the pages take for granted.

import Foundation
import StubKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The app under test: each function makes real requests through `URLSession`.
struct App: Sendable {
  func users() async throws -> [User] {
    try JSONDecoder().decode([User].self, from: await load(URLRequest(url: usersURL)))
  }

  func user(_ id: Int) async throws -> User {
    let url = host.appending(path: "users/\(id)")
    return try JSONDecoder().decode(User.self, from: await load(URLRequest(url: url)))
  }

  /// The user as the screen shows it: none where something goes wrong.
  func userOrNone(_ id: Int) async -> User? { try? await user(id) }

  func signIn() async throws {
    try await post(#"{"user": "ada", "password": "lovelace"}"#, to: "login")
  }

  func signUp() async throws {
    try await post(#"{"id": 7, "name": "Ada"}"#, to: "users")
  }

  func search(_ text: String) async throws -> String {
    let url = host.appending(path: "search").appending(
      queryItems: [URLQueryItem(name: "q", value: text)])
    return String(decoding: try await load(URLRequest(url: url)), as: UTF8.self)
  }

  func upload(_ photo: Data) async throws {
    var request = URLRequest(url: host.appending(path: "photo"))
    request.httpMethod = "POST"
    _ = try await URLSession.shared.upload(for: request, from: photo)
  }

  /// Uploads two photos as forms, and does not wait for them.
  func startUploadInBackground() {
    for name in ["cat.png", "dog.png"] {
      var request = URLRequest(url: host.appending(path: "upload"))
      request.httpMethod = "POST"
      request.setValue("multipart/form-data; boundary=b", forHTTPHeaderField: "Content-Type")
      let head = "Content-Disposition: form-data; name=\"photo\"; filename=\"\(name)\""
      request.httpBody = Data(
        "--b\r\n\(head)\r\nContent-Type: image/png\r\n\r\nphoto\r\n--b--\r\n".utf8)
      URLSession.shared.dataTask(with: request) { _, _, _ in }.resume()
    }
  }

  /// Shows what it can: a picture that cannot be had is left out.
  func showProfile() async {
    _ = try? await load(URLRequest(url: host.appending(path: "avatar")))
  }

  /// Asks for what a snippet has stubs for, as often as they expect it; without any, for the users.
  ///
  /// What breaks off is asked for again.
  func refresh() async throws {
    let stubs = StubRegistry.current.stubs.sorted { $0.location.line < $1.location.line }
    for stub in stubs {
      for _ in 0..<stub.expected.least {
        do {
          try await load(stub.wanted.request)
        } catch let error as URLError where error.code == .networkConnectionLost {
          try await load(stub.wanted.request)
        }
      }
    }
    if stubs.isEmpty { try await load(URLRequest(url: server.appending(path: "users"))) }
  }

  private func post(_ json: String, to path: String) async throws {
    var request = URLRequest(url: host.appending(path: path))
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.httpBody = Data(json.utf8)
    try await load(request)
  }
}

@discardableResult func load(_ request: URLRequest) async throws -> Data {
  var request = request
  if request.value(forHTTPHeaderField: "Accept") == nil {
    request.setValue("application/json", forHTTPHeaderField: "Accept")
  }
  return try await URLSession.shared.data(for: request).0
}

struct User: Codable, Sendable, Equatable {
  let id: Int
  let name: String
}

/// A list of the app, with the mistake that the README finds.
actor UserList {
  private(set) var users: [String] = []
  private(set) var isLoading = false
  private(set) var message: String?

  init(clock: any Clock<Duration> = ContinuousClock()) {}

  func refresh() async {
    isLoading = true
    do {
      let (data, response) = try await URLSession.shared.data(from: usersURL)
      guard (response as? HTTPURLResponse)?.statusCode == 200 else {
        throw URLError(.badServerResponse)
      }
      users = try JSONDecoder().decode([String].self, from: data)
    } catch is DecodingError {
      message = "The list cannot be read."
      return
    } catch {
      message = "The list could not be loaded."
    }
    isLoading = false
  }
}

private let host = URL(string: "https://api.example.com") ?? URL(filePath: "/")
/// A server on this machine, which the check starts: whatever it is asked, it says who is there.
let server =
  URL(string: ProcessInfo.processInfo.environment["SNIPPETS_SERVER"] ?? "") ?? URL(filePath: "/")

let app = App()
let url = usersURL
let photo = Data(repeating: 7, count: 120_000)
let staging = server
let usersURL = host.appending(path: "users")
let request = URLRequest(url: usersURL)
