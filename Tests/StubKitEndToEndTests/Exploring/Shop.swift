import Foundation
import StubKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The client of a small shop, as apps have them: with three bugs that can be mended.
actor Shop {
  /// The bugs that are there.
  struct Bugs: OptionSet, Sendable {
    let rawValue: Int
    /// The list's spinner is forgotten where the list cannot be read.
    static let spinner = Bugs(rawValue: 1)
    /// A result of a search is shown, whatever has been typed since.
    static let staleResult = Bugs(rawValue: 2)
    /// An upload is tried again without end.
    static let endlessUpload = Bugs(rawValue: 4)
  }

  private(set) var items: [String] = []
  private(set) var isLoading = false
  private(set) var isUploaded = false
  private(set) var message: String?
  private(set) var result = ""
  private let bugs: Bugs
  private let clock: any Clock<Duration>
  private var token: String?
  private var text = ""
  private var searches: [Task<Void, Never>] = []

  init(bugs: Bugs = [], clock: any Clock<Duration>) {
    self.bugs = bugs
    self.clock = clock
  }

  private struct StatusError: Error {
    let status: Int
  }

  private func send(_ method: String, _ path: String, body: String? = nil) async throws -> Data {
    guard let url = URL(string: "https://shop.example.com\(path)") else {
      throw URLError(.badURL)
    }
    var request = URLRequest(url: url)
    request.httpMethod = method
    request.httpBody = body.map { Data($0.utf8) }
    request.setValue(token.map { "Bearer \($0)" }, forHTTPHeaderField: "Authorization")
    let (data, response) = try await URLSession.shared.data(for: request)
    let status = (response as? HTTPURLResponse)?.statusCode ?? 0
    guard 200..<300 ~= status else { throw StatusError(status: status) }
    return data
  }

  /// Sends a request, with a new token if the old one has expired.
  private func sendLoggedIn(_ method: String, _ path: String, body: String? = nil) async throws
    -> Data
  {
    do {
      return try await send(method, path, body: body)
    } catch let error as StatusError where error.status == 401 {
      try await logIn()
      return try await send(method, path, body: body)
    }
  }

  private struct Token: Decodable {
    let token: String
  }

  private func logIn() async throws {
    token = try JSONDecoder().decode(Token.self, from: try await send("POST", "/login")).token
  }

  private struct Page: Decodable {
    let items: [String]
    let next: Int?
  }

  /// Loads the whole list, page after page.
  func load() async {
    isLoading = true
    do {
      try await logIn()
      var next: Int? = 1
      while let page = next {
        let data = try await sendLoggedIn("GET", "/items?page=\(page)")
        let content = try JSONDecoder().decode(Page.self, from: data)
        items += content.items
        next = content.next
      }
    } catch is DecodingError where bugs.contains(.spinner) {
      message = "The list cannot be read."
      return
    } catch {
      message = "The list could not be loaded."
    }
    isLoading = false
  }

  /// Uploads a photo, and tries again where that fails.
  func upload() async {
    var pause = Duration.seconds(1)
    for attempt in 1... {
      do {
        _ = try await sendLoggedIn("PUT", "/photo", body: "photo")
        isUploaded = true
        return
      } catch {
        guard attempt < 3 || bugs.contains(.endlessUpload) else { break }
        try? await clock.sleep(for: pause)
        pause = min(pause * 2, .seconds(60))
      }
    }
    message = "The photo could not be uploaded."
  }

  /// Types into the field for searching.
  func type(_ text: String) {
    self.text = text
    searches.append(Task { await search(text) })
  }

  private func search(_ text: String) async {
    try? await clock.sleep(for: .milliseconds(200))
    guard let data = try? await send("GET", "/search?q=\(text)") else { return }
    if text == self.text || bugs.contains(.staleResult) {
      result = String(decoding: data, as: UTF8.self)
    }
  }

  /// Waits for every search.
  func searchIsOver() async {
    for search in searches { await search.value }
  }
}

extension Shop {
  /// Registers what the server of the shop answers.
  static func serve() {
    stub(condition: isMethodPOST() && isPath("/login"), response: .json(["token": "t"]))
    stub(
      condition: isPath("/items") && containsQuery(["page": "1"]),
      response: .json(["items": ["lamp", "chair"], "next": 2]))
    stub(
      condition: isPath("/items") && containsQuery(["page": "2"]),
      response: .json(["items": ["table"], "next": nil]))
    stub(condition: isMethodPUT() && isPath("/photo"), response: .status(201))
  }

  /// What a flow of the shop must keep to, whatever happens.
  struct Broken: LocalizedError {
    let errorDescription: String?

    static func check(_ isKept: Bool, _ promise: String) throws {
      guard isKept else { throw Broken(errorDescription: "This does not hold: \(promise).") }
    }
  }
}
