import AppleFoundation
import StubKit
import Testing

/// Redirects are the loading system's: it asks the delegate, and makes a new instance or none.
struct RedirectTests {
  private static func chain(_ registry: StubRegistry, from first: Int) {
    for number in stride(from: first, to: 0, by: -1) {
      registry.stub(
        condition: isPath("/\(number)"),
        response: .redirect(to: url("https://a.test/\(number - 1)")))
    }
    registry.stub(condition: isPath("/0"), response: .text("there"))
  }

  @Test func `a redirect that is followed has two instances, and is logged once`() async {
    let registry = StubRegistry()
    Self.chain(registry, from: 1)
    let loaded = await Loaded.by(registry, request("https://a.test/1"))
    #expect(loaded.text == "there")
    #expect(loaded.record.redirects.map(\.status) == [302])
    #expect(loaded.record.responses.map(\.statusCode) == [200])
    #expect(loaded.task.currentRequest?.url == url("https://a.test/0"))
    #expect(registry.exchanges.map(\.outcome) == [.redirected, .finished])
    #expect(loaded.task.transcript.filter { $0 == "startLoading" }.count == 2)
    #expect(loaded.task.transcript.filter { $0 == "stopLoading" }.count == 2)
    #expect(
      loaded.task.transcript.prefix(3) == [
        "init", "startLoading", "wasRedirectedTo https://a.test/0",
      ])
    #expect(loaded.task.violations.isEmpty)
  }

  @Test func `a redirect that is refused is the response`() async {
    let registry = StubRegistry()
    registry.stub(
      condition: isPath("/old"),
      response: .text("moved", status: 302, headers: ["Location": "/new"]))
    let loaded = await Loaded.by(
      registry, request("https://a.test/old"), delegate: RecordingDelegate { _ in nil })
    #expect(loaded.status == 302)
    #expect(loaded.text == "moved")
    #expect(loaded.error == nil)
    #expect(loaded.task.transcript.filter { $0 == "startLoading" }.count == 1)
    #expect(loaded.task.violations.isEmpty)
  }

  @Test func `the delegate may lead elsewhere`() async {
    let registry = StubRegistry()
    registry.stub(condition: isPath("/old"), response: .redirect(to: url("https://a.test/new")))
    registry.stub(condition: isPath("/other"), response: .text("other"))
    let loaded = await Loaded.by(
      registry, request("https://a.test/old"),
      delegate: RecordingDelegate { _ in request("https://a.test/other") })
    #expect(loaded.text == "other")
    #expect(registry.exchanges.map(\.request.path) == ["/old", "/other"])
    #expect(registry.exchanges.map(\.outcome) == [.redirected, .finished])
    #expect(loaded.task.violations.isEmpty)
  }

  @Test func `each hop of a chain is told once`() async {
    let registry = StubRegistry()
    let heard = Journal()
    let token = registry.onEvent { heard.add($0.description) }
    Self.chain(registry, from: 3)
    let loaded = await Loaded.by(registry, request("https://a.test/3"))
    #expect(loaded.text == "there")
    #expect(
      registry.exchanges.map(\.outcome) == [.redirected, .redirected, .redirected, .finished])
    #expect(
      heard.lines == [
        "activated: GET https://a.test/3",
        "redirected: GET https://a.test/3 → 302 → https://a.test/2",
        "activated: GET https://a.test/2",
        "redirected: GET https://a.test/2 → 302 → https://a.test/1",
        "activated: GET https://a.test/1",
        "redirected: GET https://a.test/1 → 302 → https://a.test/0",
        "activated: GET https://a.test/0",
        "finished: GET https://a.test/0 → 200",
      ])
    #expect(loaded.task.violations.isEmpty)
    token.cancel()
  }

  @Test func `a redirect in a scope stays in it`() async throws {
    try await withStubs { registry in
      Self.chain(registry, from: 2)
      let (data, _) = try await URLSession.shared.data(from: url("https://a.test/2"))
      #expect(String(decoding: data, as: UTF8.self) == "there")
      #expect(registry.exchanges.count == 3)
    }
  }

  @Test func `a redirect to nowhere is unmatched, and the report says where it came from`()
    async throws
  {
    let registry = StubRegistry()
    let old = registry.stub(
      condition: isPath("/old"), response: .redirect(to: url("https://a.test/new")))
    let loaded = await Loaded.by(registry, request("https://a.test/old"))
    #expect(loaded.error?.code == .resourceUnavailable)
    #expect(
      loaded.error?.localizedDescription.hasPrefix(
        """
        No stub matches GET https://a.test/new
        It was redirected there from GET https://a.test/old by the stub at \(old.location).
        """) == true)
    #expect(registry.exchanges.map(\.outcome) == [.redirected, .unmatched])
    #expect(loaded.task.violations.isEmpty)
  }

  @Test func `a task that is cancelled while its delegate ponders ends once`() async {
    let registry = StubRegistry()
    Self.chain(registry, from: 1)
    let pondering = Gate()
    let decided = DispatchSemaphore(value: 0)
    let delegate = RecordingDelegate { request in
      pondering.open()
      decided.wait()
      return request
    }
    let session = URLSession(
      configuration: .ephemeral.stubbed(by: registry), delegate: delegate, delegateQueue: nil)
    let task = session.dataTask(with: url("https://a.test/1"))
    task.resume()
    await pondering.opened()
    task.cancel()
    decided.signal()
    let record = await delegate.outcome
    await LoadingSystem.settle()
    #expect(record.completions.map { ($0 as? URLError)?.code } == [.cancelled])
    #expect(task.transcript.filter { $0 == "stopLoading" }.count == 1)
    #expect(task.violations.isEmpty)
    session.invalidateAndCancel()
  }
}
