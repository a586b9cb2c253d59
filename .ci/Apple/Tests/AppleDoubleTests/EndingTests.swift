import AppleFoundation
import StubKit
import Testing

/// A request ends once, and whoever is cancelled says nothing more.
struct EndingTests {
  @Test func `a failure is told and followed by a stop`() async {
    let registry = StubRegistry()
    registry.stub(condition: anyRequest(), response: .failure(.notConnectedToInternet))
    let loaded = await Loaded.by(registry, request("https://a.test/"))
    #expect(loaded.error?.code == .notConnectedToInternet)
    #expect(loaded.error?.failingURL == url("https://a.test/"))
    #expect(
      loaded.task.transcript == ["init", "startLoading", "didFailWithError -1009", "stopLoading"])
    #expect(loaded.task.violations.isEmpty)
    #expect(registry.exchanges.map(\.outcome) == [.failed])
  }

  @Test func `a body that breaks off fails after what has come`() async {
    let registry = StubRegistry()
    registry.stub(condition: anyRequest(), response: .text("0123456789").dropping(afterBytes: 4))
    let loaded = await Loaded.by(registry, request("https://a.test/"))
    #expect(loaded.text == "0123")
    #expect(loaded.error?.code == .networkConnectionLost)
    #expect(loaded.task.violations.isEmpty)
  }

  @Test func `a request that no stub matches fails with the report`() async {
    let registry = StubRegistry()
    registry.stub(condition: isPath("/a"), response: .text("a"))
    let loaded = await Loaded.by(registry, request("https://a.test/b"))
    #expect(loaded.error?.code == .resourceUnavailable)
    #expect(
      loaded.error?.localizedDescription.hasPrefix("No stub matches GET https://a.test/b\n") == true
    )
    #expect(loaded.task.violations.isEmpty)
    #expect(registry.unmatchedRequests.map(\.path) == ["/b"])
  }

  @Test func `a closure that throws fails the request`() async {
    let registry = StubRegistry()
    registry.stub(condition: anyRequest()) { _ in throw URLError(.cannotParseResponse) }
    let loaded = await Loaded.by(registry, request("https://a.test/"))
    #expect(loaded.error?.code == .cannotParseResponse)
    #expect(registry.exchanges.map(\.outcome) == [.threw])
    #expect(loaded.task.violations.isEmpty)
  }

  @Test func `a Basic challenge that nobody answers is a response`() async {
    let registry = StubRegistry()
    registry.stub(
      condition: anyRequest(),
      response: .text("who?", status: 401, headers: ["WWW-Authenticate": #"Basic realm="x""#]))
    let loaded = await Loaded.by(registry, request("https://a.test/login"))
    #expect(loaded.status == 401)
    #expect(loaded.text == "who?")
    #expect(loaded.error == nil)
    #expect(loaded.task.violations.isEmpty)
  }

  @Test func `a task that somebody keeps does not keep the registry`() async throws {
    let traces = Traces()
    var kept: [URLSessionTask] = []
    do {
      let registry = StubRegistry()
      traces.note(registry)
      registry.stub(condition: anyRequest(), response: .text("x"))
      kept.append(await Loaded.by(registry, request("https://a.test/")).task)
    }
    await withStubs { registry in
      traces.note(registry)
      stub(condition: anyRequest(), response: .text("x"))
      kept.append(
        await Loaded(configuration: .default) { $0.dataTask(with: url("https://a.test/")) }.task)
    }
    try await traces.vanish()
    #expect(kept.allSatisfy { $0.state == .completed })
  }

  @Test func `a suspended task is not told, and goes on`() async {
    let registry = StubRegistry()
    let loads = Gate()
    let answers = DispatchSemaphore(value: 0)
    registry.stub(condition: anyRequest()) { _ in
      loads.open()
      answers.wait()
      return .text("there")
    }
    let delegate = RecordingDelegate()
    let session = URLSession(
      configuration: .ephemeral.stubbed(by: registry), delegate: delegate, delegateQueue: nil)
    let task = session.dataTask(with: url("https://a.test/"))
    task.resume()
    await loads.opened()
    task.suspend()
    #expect(task.state == .suspended)
    task.resume()
    answers.signal()
    let record = await delegate.outcome
    await LoadingSystem.settle()
    #expect(String(decoding: record.body, as: UTF8.self) == "there")
    #expect(task.transcript.filter { $0 == "startLoading" }.count == 1)
    #expect(registry.exchanges.count == 1)
    session.finishTasksAndInvalidate()
  }
}

/// A cancel can come at any moment.
struct CancelTests {
  /// A moment of a delivery.
  enum Moment: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case beforeResume, afterResume, whileMatching, whileAnswering, whileItHangs, afterTheHead,
      amidTheBody, afterTheEnd

    var testDescription: String { rawValue }
  }

  @Test(arguments: Moment.allCases)
  func `it ends the task once`(moment: Moment) async throws {
    let clock = ManualClock()
    let registry = StubRegistry(clock: clock)
    let reached = Gate()
    let goesOn = DispatchSemaphore(value: 0)
    let matches = satisfies { _ in
      guard moment == .whileMatching else { return true }
      reached.open()
      goesOn.wait()
      return true
    }
    registry.stub(condition: matches) { _ in
      if moment == .whileAnswering {
        reached.open()
        goesOn.wait()
      }
      return switch moment {
      case .afterTheHead, .amidTheBody:
        .text("0123456789").chunked(every: .seconds(1), size: 5).delayed(by: .seconds(1))
      case .afterTheEnd: .text("there")
      default: .hang
      }
    }
    let delegate = RecordingDelegate()
    let session = URLSession(
      configuration: .ephemeral.stubbed(by: registry), delegate: delegate, delegateQueue: nil)
    let task = session.dataTask(with: url("https://a.test/"))

    if moment != .beforeResume { task.resume() }
    switch moment {
    case .beforeResume, .afterResume: break
    case .whileMatching, .whileAnswering: await reached.opened()
    case .whileItHangs: try await wait(for: registry)
    case .afterTheHead, .amidTheBody:
      try await clock.waitForSleepers(count: 1)
      await clock.advance(by: .seconds(1))
      if moment == .amidTheBody {
        try await clock.waitForSleepers(count: 1)
        await clock.advance(by: .seconds(1))
      }
    case .afterTheEnd: _ = await delegate.outcome
    }
    task.cancel()
    if moment == .beforeResume { task.resume() }
    goesOn.signal()

    let record = await delegate.outcome
    await LoadingSystem.settle()
    let isOver = moment == .afterTheEnd
    #expect(record.completions.map { ($0 as? URLError)?.code } == [isOver ? nil : .cancelled])
    #expect(task.state == .completed)
    let starts = task.transcript.filter { $0 == "startLoading" }.count
    #expect(starts == task.transcript.filter { $0 == "stopLoading" }.count)
    #expect(task.violations.isEmpty)
    for exchange in await registry.settledExchanges() {
      #expect(exchange.outcome == (isOver ? .finished : .cancelled))
    }
    session.invalidateAndCancel()
  }

  /// Waits until the registry has an exchange.
  private func wait(for registry: StubRegistry) async throws {
    let stub = try #require(registry.stubs.first)
    _ = try await stub.waitForRequests(timeout: .seconds(600))
  }

  @Test func `a cancelled function throws at once`() async throws {
    let registry = StubRegistry()
    let stub = registry.stub(condition: anyRequest(), response: .hang)
    let session = registry.session
    let task = Task { try await session.data(from: url("https://a.test/")) }
    _ = try await stub.waitForRequests(timeout: .seconds(600))
    task.cancel()
    let error = await #expect(throws: URLError.self) { try await task.value }
    #expect(error?.code == .cancelled)
  }

  @Test func `a session that is invalidated cancels its tasks and lets its delegate go`()
    async throws
  {
    let registry = StubRegistry()
    let stub = registry.stub(condition: anyRequest(), response: .hang)
    let traces = Traces()
    do {
      let delegate = RecordingDelegate()
      traces.note(delegate)
      let session = URLSession(
        configuration: .ephemeral.stubbed(by: registry), delegate: delegate, delegateQueue: nil)
      for _ in 1...3 { session.dataTask(with: url("https://a.test/")).resume() }
      _ = try await stub.waitForRequests(count: 3)
      session.invalidateAndCancel()
      _ = await delegate.outcome
    }
    try await traces.vanish()
  }
}
