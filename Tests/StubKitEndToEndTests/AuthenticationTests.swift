import Foundation
import StubKit
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A 401 reaches the caller as a response, never hangs and never touches the network.
struct AuthenticationTests {
  static let challenges = [
    "Basic realm=\"x\"", "basic", "Digest realm=\"x\", nonce=\"y\", qop=\"auth\"",
    "Bearer error=\"invalid_token\"", "Negotiate", "Basic realm=\"a\", Digest realm=\"b\"", "", "!",
  ]

  @Test(arguments: Client.allCases, challenges)
  func `a challenge without a credential is the response`(
    client: Client, challenge: String
  ) async throws {
    let registry = StubRegistry()
    registry.stub(
      condition: anyRequest(),
      response: .text("who are you?", status: 401, headers: ["WWW-Authenticate": challenge]))
    let outcome = try await client.fetch(
      request("http://auth.test/"), .ephemeral.stubbed(by: registry))
    #expect(outcome.status == 401)
    #expect(outcome.text == "who are you?")
    #expect(outcome.response.url == url("http://auth.test/"))
  }

  @Test(arguments: Client.allCases)
  func `a chunked 401 arrives whole`(client: Client) async throws {
    let registry = StubRegistry(clock: FastForwardClock())
    registry.stub(
      condition: anyRequest(),
      response: .text("abcdefgh", status: 401, headers: ["WWW-Authenticate": "Basic realm=\"x\""])
        .chunked(every: .seconds(1), size: 3))
    let outcome = try await client.fetch(
      request("https://auth.test/"), .ephemeral.stubbed(by: registry))
    #expect(outcome.status == 401)
    #expect(outcome.text == "abcdefgh")
  }

  @Test func `a 407 is the response, too`() async throws {
    let registry = StubRegistry()
    registry.stub(
      condition: anyRequest(),
      response: .status(407, headers: ["Proxy-Authenticate": "Basic realm=\"x\""]))
    let (_, response) = try await registry.session.data(from: url("http://auth.test/"))
    #expect((response as? HTTPURLResponse)?.statusCode == 407)
  }
}
