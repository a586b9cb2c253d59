// What the snippets of the pages take for granted.

import Foundation
import StubKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The app under test.
struct App: Sendable {
  func refresh() async throws {}
  func signIn() async throws {}
  func users() async throws -> [User] { [] }
  func upload(_ data: Data) async throws {}
  func startUploadInBackground() {}
}

struct User: Codable, Sendable, Equatable {
  let id: Int
  let name: String
}

/// A list of the app.
actor UserList {
  private(set) var users: [String] = []
  private(set) var isLoading = false
  private(set) var message: String?

  init(clock: any Clock<Duration> = ContinuousClock()) {}

  func refresh() async {}
}

let app = App()
let url = usersURL
let photo = Data(repeating: 7, count: 120_000)
let usersURL = URL(filePath: "/users")
let request = URLRequest(url: usersURL)

func fetch(_ url: URL) async throws -> String {
  let (data, _) = try await URLSession.shared.data(from: url)
  return String(decoding: data, as: UTF8.self)
}
