import AppleFoundation
import StubKit
import Testing

/// Answers arrive as Apple's loading system wants them told.
struct DeliveryTests {
  @Test func `a value is told at once, and the instance stopped afterwards`() async {
    let registry = StubRegistry()
    registry.stub(condition: isPath("/users"), response: .json(["id": 7]))
    let loaded = await Loaded.by(registry, request("https://a.test/users"))
    #expect(loaded.text == #"{"id":7}"#)
    #expect(
      loaded.task.transcript
        == [
          "init", "startLoading", "didReceive 200", "didLoad 8", "didFinishLoading", "stopLoading",
        ])
    #expect(loaded.task.violations.isEmpty)
    #expect(registry.exchanges.map(\.outcome) == [.finished])
  }

  @Test func `an empty body is no piece of a body`() async {
    let registry = StubRegistry()
    registry.stub(condition: anyRequest(), response: .status(204))
    let loaded = await Loaded.by(registry, request("https://a.test/"))
    #expect(loaded.status == 204)
    #expect(
      loaded.task.transcript
        == ["init", "startLoading", "didReceive 204", "didFinishLoading", "stopLoading"])
    #expect(loaded.task.violations.isEmpty)
  }

  @Test func `a delayed body comes in its pieces, each appended by the loading system`() async {
    let registry = StubRegistry(clock: FastForwardClock())
    registry.stub(
      condition: anyRequest(),
      response: .data(Data(count: 1_000)).chunked(every: .seconds(1), size: 300)
        .delayed(by: .seconds(2)))
    let loaded = await Loaded.by(registry, request("https://a.test/"))
    #expect(loaded.record.body == Data(count: 1_000))
    #expect(
      loaded.task.transcript == [
        "init", "startLoading", "didReceive 200", "didLoad 300", "didLoad 300", "didLoad 300",
        "didLoad 100", "didFinishLoading", "stopLoading",
      ])
    #expect(loaded.task.violations.isEmpty)
  }

  @Test(arguments: Client.allCases)
  func `every kind of client gets a body of many pieces whole`(client: Client) async throws {
    let registry = StubRegistry(clock: FastForwardClock())
    registry.stub(
      condition: anyRequest(),
      response: .text(String(repeating: "0123456789", count: 50))
        .chunked(every: .milliseconds(1), size: 7))
    let outcome = try await client.fetch(
      request("https://a.test/"), .ephemeral.stubbed(by: registry))
    #expect(outcome.text == String(repeating: "0123456789", count: 50))
  }

  @Test func `a download task gets its file`() async throws {
    let registry = StubRegistry()
    registry.stub(condition: anyRequest(), response: .text("downloaded"))
    let (file, response) = try await registry.session.download(from: url("https://a.test/file"))
    defer { try? FileManager.default.removeItem(at: file) }
    #expect(try String(decoding: Data(contentsOf: file), as: UTF8.self) == "downloaded")
    #expect((response as? HTTPURLResponse)?.statusCode == 200)
  }

  @Test func `a closure is waited for without holding the loading thread`() async throws {
    let registry = StubRegistry()
    let gate = DispatchSemaphore(value: 0)
    registry.stub(condition: isPath("/waits")) { _ in
      gate.wait()
      return .text("waited")
    }
    registry.stub(condition: isPath("/async")) { _ in
      await Task.yield()
      return .text("async")
    }
    registry.stub(condition: isPath("/quick"), response: .text("quick"))
    async let waiting = Loaded.by(registry, request("https://a.test/waits"))
    let quick = await Loaded.by(registry, request("https://a.test/quick"))
    let other = await Loaded.by(registry, request("https://a.test/async"))
    gate.signal()
    let waited = await waiting
    #expect([waited.text, quick.text, other.text] == ["waited", "quick", "async"])
    for loaded in [waited, quick, other] { #expect(loaded.task.violations.isEmpty) }
  }

  @Test func `a source of the body is told from where the loading system wants it`() async {
    let registry = StubRegistry(clock: FastForwardClock())
    registry.stub(
      condition: anyRequest(),
      response: .stream([
        .data(Data("one ".utf8), after: .seconds(1)), .data(Data("two".utf8), after: .seconds(1)),
        .finish,
      ]))
    let loaded = await Loaded.by(registry, request("https://a.test/"))
    #expect(loaded.text == "one two")
    #expect(loaded.task.transcript.last == "stopLoading")
    #expect(loaded.task.violations.isEmpty)
  }
}
