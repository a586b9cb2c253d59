import Foundation
import StubKit
import StubKitRecording
import TestPlaces
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Apps that put what they were given into other texts find what was recorded for it.
struct ComposedSecretTests {
  private let temporary = TemporaryFolder()

  /// How an app asks with a token; `~` stands for the token, and `^` for the token in base64.
  struct Asking: CustomTestStringConvertible, Sendable {
    var path = "/mine"
    var header: (name: String, value: String)?
    var body: String?
    var isForm = false

    var testDescription: String { "\(path) \(header?.value ?? "") \(body ?? "")" }

    func request(with token: String, at base: String) throws -> URLRequest {
      func filled(_ text: String) -> String {
        text.replacing("~", with: token)
          .replacing("^", with: Data(token.utf8).base64EncodedString())
      }
      let user = path.hasPrefix("@") ? "http://ada:\(token)@" : "http://"
      let address = base.replacing("http://", with: user) + filled(path.replacing("@", with: ""))
      var request = URLRequest(url: try #require(URL(string: address)))
      request.httpShouldHandleCookies = false
      if let header { request.setValue(filled(header.value), forHTTPHeaderField: header.name) }
      guard let body else { return request }
      request.httpMethod = "POST"
      request.httpBody = Data(filled(body).utf8)
      request.setValue(
        isForm ? "application/x-www-form-urlencoded" : "application/json",
        forHTTPHeaderField: "Content-Type")
      return request
    }
  }

  private static func next(of count: StubState<Int>) -> Int {
    count.update { count in
      defer { count += 1 }
      return count
    }
  }

  @Test(arguments: [
    "/status?token=~", "/status?sig=~&page=1", "/reset/~", "/reset/a%2F~/confirm", "@/status",
  ])
  func `what an app makes up for each request is answered in the order of the recording`(
    path: String
  ) async throws {
    let asked = StubState(0)
    let server = try LoopbackServer { _ in .text("\(Self.next(of: asked))") }
    let base = server.url("")
    @Sendable func run() async throws -> [String] {
      var answers: [String] = []
      for _ in 1...6 {
        let token = UUID().uuidString.replacing("-", with: "x")
        let request = try Asking(path: path).request(with: token, at: base)
        answers.append(
          String(decoding: try await URLSession.shared.data(for: request).0, as: UTF8.self))
      }
      return answers
    }
    let file = temporary.url.appendingPathComponent("poll.har")
    let live = try await withRecording(to: file) { _ in try await run() }
    #expect(live == (0..<6).map { "\($0)" })
    for _ in 1...2 {
      let replayed = try await withRecording(to: file, mode: .never) { _ in try await run() }
      #expect(replayed == live)
    }
    // Recorded again, the file has the answers of both, each in their order.
    try await withRecording(to: file, mode: .append) { _ in
      _ = try await URLSession.shared.data(from: try #require(URL(string: base + "/about")))
    }
    let replayed = try await withRecording(to: file, mode: .never) { _ in try await run() }
    #expect(replayed == live)
  }
}
