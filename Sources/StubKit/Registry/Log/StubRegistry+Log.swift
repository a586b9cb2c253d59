import Foundation

extension StubRegistry {
  /// The requests that the registry's log still holds, with what became of them, oldest first.
  public var exchanges: [StubExchange] { state.withLock(\.log.exchanges) }

  /// The logged requests that a matcher matches, whoever answered them.
  ///
  /// A matcher with a `mistake` matches no request, and the test is told of the mistake.
  public func requests(
    matching matcher: RequestMatcher, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line, column: Int = #column
  ) -> [StubRequest] {
    let place = StubLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    tell(StubIssue(aboutMistakeIn: matcher, of: "requests(matching:)", at: place))
    return exchanges.map(\.request.readOnce).filter(matcher.matches)
  }

  /// The logged requests that no stub matched.
  public var unmatchedRequests: [StubRequest] {
    exchanges.filter { $0.stub == nil && $0.outcome != .cannotBeSent }.map(\.request.readOnce)
  }

  /// The stubs that can still answer, are expected to, and were never claimed.
  public var unusedStubs: [Stub] {
    state.withLock { state in
      state.index.stubs.filter { $0.expected.least > 0 && state[$0].claims == 0 }
    }
  }

  /// Nil if nothing is logged: `.shared` logs nothing before it has had a stub or an event handler.
  ///
  /// A program that merely links StubKit must not collect its requests.
  func logUnmatched(_ request: StubRequest) -> ExchangeLog.ID? {
    guard isLogging else { return nil }
    let start = elapsed
    let (id, time) = state.withLock { state in
      (state.log.append(request.with(nil), claimedBy: nil, at: start), state.stopwatch.time)
    }
    // If a test waits for this request to sleep on the clock, the error can say that no stub matched.
    time?.note(unmatched: "\(request)")
    return id
  }

  var clockAndTime: (clock: any Clock<Duration>, time: SimulatedTime?) {
    state.withLock { ($0.settings.clock, $0.stopwatch.time) }
  }

  func notePassing(_ request: URLRequest) {
    guard isEnabled, isLogging, ScannedURL.scanning(request.url, { $0.needsNetwork })
    else { return }
    let snapshot = StubRequest(request)
    conclude(logUnmatched(snapshot), .passedThrough)
    tell(StubEvent(kind: .unmatched, request: snapshot), within: reporterForRequest()) {}
  }

  private var isLogging: Bool { !isShared || !events.isEmpty || lastStubLocation != nil }

  func note(_ transcript: Transcript, _ response: StubResponse.Head?, of exchange: ExchangeLog.ID) {
    _ = state.withLock { state in
      state.log.update(exchange) { entry in
        entry.transcript = transcript.soFar
        entry.response = response
      }
    }
  }

  /// Ends an exchange; returns its issue, if any, and the exchange itself if checks must judge it.
  ///
  /// The test must hear of the issue before the client sees the ending; see `report`.
  @discardableResult
  func conclude(
    _ exchange: ExchangeLog.ID?, _ outcome: StubExchange.Outcome,
    response: StubResponse.Head? = nil, error: (any Error)? = nil,
    transcript: Transcript = Transcript()
  ) -> (issue: StubIssue?, unjudged: [StubExchange]) {
    guard let exchange else { return (nil, []) }
    let (now, isJudged) = (elapsed, hasChecks)
    let (entries, dropped) = state.withLock { state in
      let next = state.log.nextID
      // A list, which is mostly empty: an optional exchange is as large as an exchange.
      let entries = state.end(exchange) { entry in
        entry.endedBefore = next
        entry.outcome = outcome
        entry.response = response
        entry.error = error
        entry.transcript = transcript
        // The registry may have been given another clock meanwhile.
        entry.duration = max(now - entry.start, .zero)
        return isJudged || entry.isFailure ? [entry] : []
      }
      return (entries ?? [], state.log.takeDropped())
    }
    if let dropped { Elsewhere.end(dropped) }
    let unjudged = isJudged ? entries : []
    guard let entry = entries.first, entry.isFailure else { return (nil, unjudged) }
    let issue = saying { StubIssue(about: entry) }
    _ = state.withLock { $0.log.update(exchange) { $0.issues = [issue] } }
    return (issue, unjudged)
  }
}
