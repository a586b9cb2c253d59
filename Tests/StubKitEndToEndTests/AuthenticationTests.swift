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

  /// Whether StubKit asks the delegate itself, which on Apple's platforms only a client can.
  static let askingTheDelegate: ConditionTrait = .onlyOnLinux(
    "on Apple's platforms StubKit answers a challenge with the response as it is")

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

  @Test(askingTheDelegate, arguments: Client.allCases)
  func `a stored credential does not answer a challenge`(client: Client) async throws {
    let space = URLProtectionSpace(
      host: "stored.test", port: 80, protocol: "http", realm: "x",
      authenticationMethod: NSURLAuthenticationMethodHTTPBasic)
    let credential = URLCredential(user: "ada", password: "secret", persistence: .forSession)
    URLCredentialStorage.shared.setDefaultCredential(credential, for: space)
    defer { URLCredentialStorage.shared.remove(credential, for: space) }
    let registry = StubRegistry()
    registry.stub(
      condition: anyRequest(),
      response: .text("who?", status: 401, headers: ["WWW-Authenticate": "Basic realm=\"x\""]))
    let outcome = try await client.fetch(
      request("http://stored.test/"), .ephemeral.stubbed(by: registry))
    #expect(outcome.status == 401)
    #expect(registry.exchanges.map { $0.request.headers["Authorization"] } == [nil])
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

  @Test(askingTheDelegate)
  func `a challenge behind a redirect is not told as a failure of the one before`() async throws {
    let registry = StubRegistry()
    registry.stub(condition: anyRequest(), response: .status(401, headers: Self.basic))
    let isAda = hasBasicAuth(user: "ada", password: "secret")
    registry.stub(
      condition: isHost("auth.test") && isAda, response: .redirect(to: url("http://there.test/")))
    registry.stub(condition: isHost("there.test") && isAda, response: .text("welcome"))
    let failures = Locked<[Int]>([])
    let delegate = RecordingDelegate(onChallenge: { challenge in
      failures.withLock { $0.append(challenge.previousFailureCount) }
      return (.useCredential, URLCredential(user: "ada", password: "secret", persistence: .none))
    })
    let outcome = await outcome(registry, delegate)
    #expect(String(decoding: outcome.body, as: UTF8.self) == "welcome")
    #expect(failures.withLock(\.self) == [0, 0])
  }

  @Test(askingTheDelegate)
  func `a delegate's credential gets the request matched again`() async throws {
    let registry = StubRegistry()
    registry.stub(
      condition: anyRequest(), response: .status(401, headers: Self.basic))
    registry.stub(
      condition: hasBasicAuth(user: "ada", password: "secret"), response: .text("welcome"))
    let delegate = RecordingDelegate(onChallenge: { _ in
      (.useCredential, URLCredential(user: "ada", password: "secret", persistence: .none))
    })
    let outcome = await outcome(registry, delegate)
    #expect(outcome.responses.map(\.statusCode) == [200])
    #expect(String(decoding: outcome.body, as: UTF8.self) == "welcome")
    #expect(outcome.challenges.map(\.method) == [NSURLAuthenticationMethodHTTPBasic])
    #expect(registry.exchanges.map(\.outcome) == [.challenged, .finished])
  }

  @Test(askingTheDelegate)
  func `a cookie that the challenge changes is sent with the credential`() async throws {
    let registry = StubRegistry()
    registry.stub(
      condition: anyRequest(),
      response: .status(401, headers: Self.basic)
        .with(header: "Set-Cookie", value: "sid=2; Path=/"))
    registry.stub(
      condition: hasBasicAuth(user: "ada", password: "secret"), response: .text("welcome"))
    let old = HTTPCookie.cookies(
      withResponseHeaderFields: ["Set-Cookie": "sid=1; Path=/"], for: url("http://auth.test/"))
    for cookie in old { registry.cookies.setCookie(cookie) }
    let delegate = RecordingDelegate(onChallenge: { _ in
      (.useCredential, URLCredential(user: "ada", password: "secret", persistence: .none))
    })
    _ = await outcome(registry, delegate)
    #expect(registry.exchanges.map { $0.request.headers["Cookie"] } == ["sid=1", "sid=2"])
  }

  @Test(askingTheDelegate)
  func `wrong credentials are asked for until the delegate has had enough`() async throws {
    let registry = StubRegistry()
    let stub = registry.stub(
      condition: anyRequest(), response: .text("no", status: 401, headers: Self.basic))
    let delegate = RecordingDelegate(onChallenge: { challenge in
      challenge.previousFailureCount < 3
        ? (.useCredential, URLCredential(user: "ada", password: "guess", persistence: .none))
        : (.performDefaultHandling, nil)
    })
    let outcome = await outcome(registry, delegate)
    #expect(outcome.responses.map(\.statusCode) == [401])
    #expect(String(decoding: outcome.body, as: UTF8.self) == "no")
    #expect(outcome.challenges.map(\.failures) == [0, 1, 2, 3])
    #expect(stub.callCount == 4)
    #expect(outcome.completions.count == 1)
  }

  @Test(askingTheDelegate)
  func `a delegate may cancel`() async throws {
    let registry = StubRegistry()
    registry.stub(condition: anyRequest(), response: .status(401, headers: Self.basic))
    let delegate = RecordingDelegate(onChallenge: { _ in (.cancelAuthenticationChallenge, nil) })
    let outcome = await outcome(registry, delegate)
    #expect((outcome.completions.first as? URLError)?.code == .cancelled)
  }

  private static let basic: StubHeaders = ["WWW-Authenticate": "Basic realm=\"the vault\""]

  private func outcome(
    _ registry: StubRegistry, _ delegate: RecordingDelegate
  ) async -> RecordingDelegate.Record {
    let session = URLSession(
      configuration: .ephemeral.stubbed(by: registry), delegate: delegate, delegateQueue: nil)
    session.dataTask(with: url("http://auth.test/")).resume()
    return await delegate.outcome
  }

  @Test func `a 407 is the response, too`() async throws {
    let registry = StubRegistry()
    registry.stub(
      condition: anyRequest(),
      response: .status(407, headers: ["Proxy-Authenticate": "Basic realm=\"x\""]))
    let (_, response) = try await registry.session.data(from: url("http://auth.test/"))
    #expect((response as? HTTPURLResponse)?.statusCode == 407)
  }

  @Test(askingTheDelegate)
  func `a delegate that never tires of a wrong password is stopped`() async throws {
    let registry = StubRegistry()
    let stub = registry.stub(
      condition: anyRequest(),
      response: .status(401, headers: ["WWW-Authenticate": "Basic realm=\"x\""]))
    let delegate = RecordingDelegate(onChallenge: { _ in
      (.useCredential, URLCredential(user: "a", password: "b", persistence: .none))
    })
    let session = URLSession(
      configuration: .ephemeral.stubbed(by: registry), delegate: delegate, delegateQueue: nil)
    session.dataTask(with: url("http://auth.test/")).resume()
    let outcome = await delegate.outcome
    #expect(outcome.responses.map(\.statusCode) == [401])
    #expect(stub.callCount == 21)
  }
}
