import AppleFoundation
import StubKit
import TestPlaces
import Testing

/// What StubKit took and then passes on arrives as if it had never been taken.
struct ForwardingTests {
  /// A server that sets a cookie and says which one it was sent.
  private static func server() throws -> LoopbackServer {
    try LoopbackServer { request in
      switch request.target {
      case "/login": .text("in", headers: ["Set-Cookie: session=42; Path=/"])
      case "/moved": .text("", status: 302, headers: ["Location: /there"])
      case "/there": .text("there")
      case "/upload": .text("\(request.method) \(String(decoding: request.body, as: UTF8.self))")
      default: .text(request.headers["cookie"] ?? "no cookie")
      }
    }
  }

  /// A condition that takes everything and then turns out not to match.
  private static let undecided = satisfies("never") { _ in false }

  @Test func `a registry keeps the cookies of what it passes on, and sends them`() async throws {
    let server = try Self.server()
    let registry = StubRegistry(unmatched: .passThrough)
    registry.stub(condition: Self.undecided, expected: .any, response: .text("x"))
    let login = await Loaded.by(registry, request(server.url("/login")))
    let home = await Loaded.by(registry, request(server.url("/home")))
    #expect(login.text == "in")
    #expect(home.text == "session=42")
    #expect(registry.cookies.cookies?.map(\.name) == ["session"])
    #expect(
      HTTPCookieStorage.shared.cookies(for: url(server.url("/")))?.map(\.name).contains("session")
        != true)
    #expect(registry.exchanges.map(\.outcome) == [.passedThrough, .passedThrough])
    #expect(login.task.violations.isEmpty && home.task.violations.isEmpty)
  }

  @Test func `the common registry uses the common cookies`() async throws {
    let server = try Self.server()
    // By a name of its own, so that no other test's cookies are seen, and no other sees these.
    let login = server.url("/login").replacingOccurrences(of: "127.0.0.1", with: "localhost")
    let home = server.url("/home").replacingOccurrences(of: "127.0.0.1", with: "localhost")
    let stub = StubRegistry.shared.stub(
      condition: isHost("localhost") && isPort(server.port), expected: .any,
      response: .passThrough)
    defer {
      stub.remove()
      for cookie in HTTPCookieStorage.shared.cookies(for: url(home)) ?? [] {
        HTTPCookieStorage.shared.deleteCookie(cookie)
      }
    }
    _ = try await URLSession.shared.data(from: url(login))
    #expect(HTTPCookieStorage.shared.cookies(for: url(home))?.map(\.name) == ["session"])
    let (data, _) = try await URLSession.shared.data(from: url(home))
    #expect(String(decoding: data, as: UTF8.self) == "session=42")
    #expect(stub.callCount == 2)
  }

  @Test func `a redirect of the real server is the loading system's, too`() async throws {
    let server = try Self.server()
    let registry = StubRegistry(unmatched: .passThrough)
    registry.stub(condition: Self.undecided, expected: .any, response: .text("x"))
    let followed = await Loaded.by(registry, request(server.url("/moved")))
    #expect(followed.text == "there")
    #expect(followed.record.redirects.map(\.status) == [302])
    #expect(registry.exchanges.map(\.outcome) == [.redirected, .passedThrough])

    let refused = await Loaded.by(
      registry, request(server.url("/moved")), delegate: RecordingDelegate { _ in nil })
    #expect(refused.status == 302)
    #expect(followed.task.violations.isEmpty && refused.task.violations.isEmpty)
  }

  @Test(arguments: [true, false])
  func `a real redirect may lead to a stub, whether its request was taken or not`(
    isTaken: Bool
  ) async throws {
    let server = try Self.server()
    let registry = StubRegistry(unmatched: .passThrough)
    registry.stub(condition: isPath("/there"), response: .text("stubbed"))
    if isTaken {
      registry.stub(condition: Self.undecided, expected: .any, response: .text("x"))
    }
    let loaded = await Loaded.by(registry, request(server.url("/moved")))
    #expect(loaded.text == "stubbed")
    #expect(loaded.task.transcript.filter { $0 == "startLoading" }.count == (isTaken ? 2 : 1))
    #expect(loaded.task.violations.isEmpty)
  }

  @Test func `a body is passed on whole`() async throws {
    let server = try Self.server()
    let registry = StubRegistry(unmatched: .passThrough)
    registry.stub(condition: hasBody(Data("other".utf8)), expected: .any, response: .text("x"))
    let loaded = await Loaded.by(
      registry, request(server.url("/upload"), "POST", body: "the body"))
    #expect(loaded.text == "POST the body")
    #expect(loaded.task.violations.isEmpty)
  }

  @Test func `what is passed on can be cancelled`() async throws {
    let asked = Gate()
    let answers = DispatchSemaphore(value: 0)
    let server = try LoopbackServer { _ in
      asked.open()
      answers.wait()
      return .text("late")
    }
    let registry = StubRegistry(unmatched: .passThrough)
    registry.stub(condition: Self.undecided, expected: .any, response: .text("x"))
    let delegate = RecordingDelegate()
    let session = URLSession(
      configuration: .ephemeral.stubbed(by: registry), delegate: delegate, delegateQueue: nil)
    let task = session.dataTask(with: url(server.url("/")))
    task.resume()
    await asked.opened()
    task.cancel()
    let record = await delegate.outcome
    answers.signal()
    await LoadingSystem.settle()
    #expect(record.completions.map { ($0 as? URLError)?.code } == [.cancelled])
    #expect(registry.exchanges.map(\.outcome) == [.cancelled])
    #expect(task.violations.isEmpty)
    session.invalidateAndCancel()
  }

  @Test func `what is never taken goes out by itself`() async throws {
    let server = try Self.server()
    let registry = StubRegistry(unmatched: .passThrough)
    registry.stub(condition: isHost("other.test"), expected: .any, response: .text("x"))
    let loaded = await Loaded.by(registry, request(server.url("/there")))
    #expect(loaded.text == "there")
    #expect(loaded.task.transcript.isEmpty)
  }
}
