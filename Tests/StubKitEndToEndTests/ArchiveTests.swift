import Foundation
import StubKit
import StubKitRecording
import TestPlaces
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Files that hold responses, asked through a session as an app does.
struct ArchiveTests {
  private let temporary = TemporaryFolder()
  private var folder: URL { temporary.url }

  private func write(_ text: String, to name: String) throws -> URL {
    let file = folder.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    return file
  }

  private func request(_ url: String, method: String = "GET") throws -> URLRequest {
    var request = URLRequest(url: try #require(URL(string: url)))
    request.httpMethod = method
    return request
  }

  private static let archive = """
    {"log": {"version": "1.2", "entries": [
      {"request": {"method": "POST", "url": "https://pond.test/login"},
       "response": {"status": 303, "redirectURL": "/welcome", "cookies":
         [{"name": "sid", "value": "s1", "path": "/"}]},
       "timings": {"wait": 1500, "receive": 0}},
      {"request": {"method": "GET", "url": "https://pond.test/welcome"},
       "response": {"status": 200, "headers": [{"name": "content-encoding", "value": "br"},
         {"name": "content-length", "value": "3"}],
         "content": {"mimeType": "text/plain", "text": "hello again"}},
       "timings": {"wait": 500, "receive": 2000}},
      {"request": {"method": "GET", "url": "https://pond.test/state"},
       "response": {"status": 200, "content": {"text": "asleep"}}},
      {"request": {"method": "GET", "url": "https://pond.test/state"},
       "response": {"status": 200, "content": {"text": "awake"}}},
      {"request": {"method": "GET", "url": "https://lost.test/"},
       "response": {"status": 0, "_error": "net::ERR_CONNECTION_RESET"}}
    ]}}
    """

  @Test(arguments: Client.allCases)
  func `an archive answers: redirects, cookies, turns and failures`(client: Client) async throws {
    let file = try write(Self.archive, to: "pond.har")
    try await withStubs { registry in
      try stub(har: file)
      let welcome = try await client.fetch(
        try request("https://pond.test/login", method: "POST"), .stubbed)
      #expect(welcome.text == "hello again")
      #expect(welcome.response.url?.absoluteString == "https://pond.test/welcome")
      #expect(welcome.response.value(forHTTPHeaderField: "Content-Length") == "11")
      #expect(registry.cookies.cookies?.map(\.value) == ["s1"])
      for text in ["asleep", "awake", "awake"] {
        let state = try await client.fetch(try request("https://pond.test/state"), .stubbed)
        #expect(state.text == text)
      }
      await #expect {
        _ = try await client.fetch(try request("https://lost.test/"), .stubbed)
      } throws: {
        ($0 as? URLError)?.code == .networkConnectionLost
      }
    }
  }

  @Test func `recorded timing runs on the registry's clock`() async throws {
    let file = try write(Self.archive, to: "pond.har")
    let clock = FastForwardClock()
    try await withStubs(clock: clock) { registry in
      try stub(har: file, timing: .recorded)
      _ = try await Client.delegate.fetch(
        try request("https://pond.test/login", method: "POST"), .stubbed)
      #expect(registry.exchanges.map(\.duration) == [.seconds(1.5), .seconds(2.5)])
    }
  }

  @Test(arguments: Client.allCases)
  func `a folder is a site`(client: Client) async throws {
    _ = try write("<img src=duck.png>", to: "site/index.html")
    _ = try write("quack", to: "site/duck.png")
    _ = try write("secret", to: "secret.txt")
    try await withStubs { _ in
      try stub(folder: folder.appendingPathComponent("site"), host: "*.pond.test")
      let home = try await client.fetch(try request("http://www.pond.test/"), .stubbed)
      #expect(home.text == "<img src=duck.png>")
      let duck = try await client.fetch(try request("http://www.pond.test/duck.png?x"), .stubbed)
      #expect(duck.response.mimeType == "image/png")
      for path in ["/../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/none"] {
        let outside = try await client.fetch(
          try request("http://www.pond.test" + path), .stubbed)
        #expect(outside.status == 404)
      }
    }
  }

  @Test(arguments: Client.allCases)
  func `messages and Mocktail files answer`(client: Client) async throws {
    let message = try write(
      "HTTP/1.1 302 Found\r\nLocation: /b\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n"
        + "Set-Cookie: a=1\r\nSet-Cookie: b=2\r\n\r\n3\r\nabc\r\n0\r\n\r\n", to: "message.http")
    _ = try write("GET\n/users/\\d+$\n201\ntext/plain\n\nuser", to: "tails/a.tail")
    _ = try write("GET\n/logo\n200\nimage/png;base64\n\naGVsbG8=\n", to: "tails/b.tail")
    try await withStubs { registry in
      stub(condition: isPath("/message"), response: .httpMessage(file: message))
      try stub(mocktailsIn: folder.appendingPathComponent("tails"))
      let abc = try await client.fetch(try request("http://a.test/message"), .stubbed)
      #expect(abc.text == "abc")
      #expect(registry.cookies.cookies?.map(\.name).sorted() == ["a", "b"])
      let user = try await client.fetch(try request("http://a.test/users/42"), .stubbed)
      #expect(user.status == 201)
      #expect(user.text == "user")
      let logo = try await client.fetch(try request("http://a.test/logo"), .stubbed)
      #expect(logo.text == "hello")
      #expect(logo.response.mimeType == "image/png")
    }
  }
}
