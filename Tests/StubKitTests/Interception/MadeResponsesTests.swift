#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking
  import Testing

  @testable import StubKit

  /// The object that clients are given for a head, which is made once for a URL.
  struct MadeResponsesTests {
    private static func head(_ status: Int = 200, _ headers: StubHeaders = ["A": "b"])
      -> StubResponse.Head
    {
      StubResponse.Head(status: status, headers: headers)
    }

    private static func response(
      _ head: StubResponse.Head, at address: String
    ) throws -> HTTPURLResponse {
      let url = try #require(URL(string: address))
      return try #require(MadeResponses.response(head, from: url))
    }

    @Test func `answers of one URL share what was made, and another URL gets its own`() throws {
      let addresses = ["https://shared.made.test/x", "https://shared.made.test/y"]
      // Other tests may have as many made meanwhile that these are forgotten.
      let isShared = try (0..<100).contains { _ in
        let made = try addresses.map { try Self.response(Self.head(), at: $0) }
        let again = try addresses.map { try Self.response(Self.head(), at: $0) }
        #expect(made.map { $0.url?.absoluteString } == addresses)
        return made[0] === again[0] && made[1] === again[1]
      }
      #expect(isShared)
    }

    @Test func `the names of fields come as the answer has them`() throws {
      for name in ["X-TOKEN", "x-token", "X-TOKEN"] {
        let response = try Self.response(Self.head(200, [name: "v"]), at: "https://case.made.test/")
        #expect(response.allHeaderFields.keys.contains(name))
      }
    }

    @Test func `another head at the same URL is the one that clients get`() throws {
      let address = "https://heads.made.test/x"
      let heads = [Self.head(), Self.head(404), Self.head(200, ["A": "c"]), Self.head()]
      for head in heads + heads {
        let response = try Self.response(head, at: address)
        #expect(response.statusCode == head.status)
        #expect(response.value(forHTTPHeaderField: "A") == head.headers["A"])
      }
    }

    @Test func `a relative URL is more than its text`() throws {
      for base in ["https://a.made.test/", "https://b.made.test/"] {
        let url = try #require(URL(string: "x", relativeTo: URL(string: base)))
        #expect(MadeResponses.response(Self.head(), from: url)?.url == url)
      }
    }

    @Test func `of more URLs than are kept each gets its own`() throws {
      for number in 0...MadeResponses.most {
        let address = "https://many.made.test/\(number)"
        #expect(try Self.response(Self.head(), at: address).url?.absoluteString == address)
      }
    }
  }
#endif
