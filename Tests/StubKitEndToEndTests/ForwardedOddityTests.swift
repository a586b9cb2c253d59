import Foundation
import StubKit
import StubKitRecording
import TestPlaces
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Forwarded requests that a real server answers oddly, or with a challenge.
@Suite(.onlyOnLinux("elsewhere the loading system deals with challenges and odd answers itself"))
struct ForwardedOddityTests {
  private func load(
    _ path: String, from server: LoopbackServer, _ delegate: RecordingDelegate,
    timeout: TimeInterval = 60
  ) async -> RecordingDelegate.Record {
    let registry = StubRegistry(unmatched: .passThrough)
    registry.stub(condition: satisfies { _ in false }, response: .text("wrong"))
    let session = URLSession(
      configuration: .ephemeral.stubbed(by: registry), delegate: delegate, delegateQueue: nil)
    var request = request(server.url(path))
    request.timeoutInterval = timeout
    session.dataTask(with: request).resume()
    let outcome = await delegate.outcome
    return withExtendedLifetime(registry) { outcome }
  }

  @Test(arguments: ["", "Location: http://[bad"])
  func `a redirect that leads nowhere is the response`(location: String) async throws {
    let server = try LoopbackServer { _ in
      .text("gone", status: 302, headers: location.isEmpty ? [] : [location])
    }
    let outcome = await load("/", from: server, RecordingDelegate())
    #expect(outcome.responses.map(\.statusCode) == [302])
    #expect(outcome.completions.count == 1)
    #expect(outcome.completions.first.flatMap(\.self) == nil)
  }

  @Test func `a challenge that was answered is not part of the response`() async throws {
    let server = try LoopbackServer { request in
      request.headers["authorization"] == nil
        ? .text("no", status: 401, headers: ["WWW-Authenticate: Basic realm=\"x\""]) : .text("hi")
    }
    let delegate = RecordingDelegate(onChallenge: { _ in
      (.useCredential, URLCredential(user: "u", password: "p", persistence: .none))
    })
    let outcome = await load("/", from: server, delegate)
    #expect(outcome.responses.map(\.statusCode) == [200])
    #expect(String(decoding: outcome.body, as: UTF8.self) == "hi")
    #expect(server.requests.count == 2)
  }

  @Test func `a challenge whose body comes bit by bit does not time out`() async throws {
    let server = try LoopbackServer { _ in
      .init(
        status: 401, headers: ["WWW-Authenticate: Basic realm=\"x\""], body: Data(count: 15),
        chunkSize: 1, pause: .milliseconds(250))
    }
    let outcome = await load("/", from: server, RecordingDelegate(), timeout: 3)
    #expect(outcome.responses.map(\.statusCode) == [401])
    #expect(outcome.body == Data(count: 15))
  }

  @Test func `a challenge that is cancelled cancels the request`() async throws {
    let server = try LoopbackServer { _ in
      .text("no", status: 401, headers: ["WWW-Authenticate: Basic realm=\"x\""])
    }
    let delegate = RecordingDelegate(onChallenge: { _ in (.cancelAuthenticationChallenge, nil) })
    let outcome = await load("/", from: server, delegate)
    #expect((outcome.completions.first as? URLError)?.code == .cancelled)
  }

  @Test func `a delegate that always has a credential does not go round for ever`() async throws {
    let server = try LoopbackServer { _ in
      .text("no", status: 401, headers: ["WWW-Authenticate: Basic realm=\"x\""])
    }
    let delegate = RecordingDelegate(onChallenge: { _ in
      (.useCredential, URLCredential(user: "u", password: "p", persistence: .none))
    })
    let outcome = await load("/", from: server, delegate)
    #expect(outcome.responses.map(\.statusCode) == [401])
    #expect(String(decoding: outcome.body, as: UTF8.self) == "no")
    #expect(server.requests.count < 30)
  }

  @Test func `a recording has the answer to a credential, and not the challenge`() async throws {
    let server = try LoopbackServer { request in
      request.headers["authorization"] == nil
        ? .text("no", status: 401, headers: ["WWW-Authenticate: Basic realm=\"x\""]) : .text("hi")
    }
    let folder = TemporaryFolder()
    for mode in [RecordingMode.once, .never] {
      let delegate = RecordingDelegate(onChallenge: { challenge in
        challenge.previousFailureCount > 0
          ? (.performDefaultHandling, nil)
          : (.useCredential, URLCredential(user: "u", password: "p", persistence: .none))
      })
      let file = folder.url.appendingPathComponent("login.har")
      let outcome = try await withRecording(to: file, mode: mode) { _ in
        URLSession(configuration: .ephemeral, delegate: delegate, delegateQueue: nil)
          .dataTask(with: request(server.url("/"))).resume()
        return await delegate.outcome
      }
      #expect(outcome.responses.map(\.statusCode) == [200])
      #expect(String(decoding: outcome.body, as: UTF8.self) == "hi")
      #expect(!(try String(contentsOf: file, encoding: .utf8)).contains("Authorization"))
    }
    #expect(server.requests.count == 2)
  }

  @Test func `what is sent again with a credential began when it was first asked for`() async throws
  {
    let server = try LoopbackServer { request in
      request.headers["authorization"] == nil
        ? .text("no", status: 401, headers: ["WWW-Authenticate: Basic realm=\"x\""]) : .text("hi")
    }
    let clock = StillClock()
    let registry = StubRegistry(clock: clock)
    let condition = satisfies("a condition that takes 5 seconds") { _ in
      clock.move(by: .seconds(5))
      return true
    }
    registry.stub(condition: condition, response: .passThrough)
    let delegate = RecordingDelegate(onChallenge: { _ in
      (.useCredential, URLCredential(user: "u", password: "p", persistence: .none))
    })
    URLSession(
      configuration: .ephemeral.stubbed(by: registry), delegate: delegate, delegateQueue: nil
    )
    .dataTask(with: request(server.url("/"))).resume()
    #expect(String(decoding: await delegate.outcome.body, as: UTF8.self) == "hi")
    let archive = try StubJSON(parsing: registry.conversation.har())
    #expect(archive["log"]["entries"][0]["time"] == 5_000)
  }

  /// Moves only where it is told to.
  private final class StillClock: Clock {
    private let time = ManualClock()
    private let moved = Locked(Duration.zero)

    var now: SimulatedInstant { time.now.advanced(by: moved.withLock { $0 }) }
    var minimumResolution: Duration { time.minimumResolution }

    func move(by duration: Duration) { moved.withLock { $0 += duration } }

    func sleep(until deadline: SimulatedInstant, tolerance: Duration?) async throws {
      try await time.sleep(until: deadline, tolerance: tolerance)
    }
  }

  @Test func `a credential for a real server is no further use of the stub`() async throws {
    let server = try LoopbackServer { request in
      request.headers["authorization"] == nil
        ? .text("no", status: 401, headers: ["WWW-Authenticate: Basic realm=\"x\""]) : .text("hi")
    }
    let registry = StubRegistry()
    registry.stub(
      condition: anyRequest(), times: 1, response: .sequence([.passThrough, .text("wrong")]))
    let delegate = RecordingDelegate(onChallenge: { _ in
      (.useCredential, URLCredential(user: "u", password: "p", persistence: .none))
    })
    URLSession(
      configuration: .ephemeral.stubbed(by: registry), delegate: delegate, delegateQueue: nil
    )
    .dataTask(with: request(server.url("/"))).resume()
    let outcome = await delegate.outcome
    #expect(String(decoding: outcome.body, as: UTF8.self) == "hi")
    #expect(registry.exchanges.map(\.outcome) == [.passedThrough])
    #expect(registry.exchanges.first?.response?.status == 200)
  }
}
