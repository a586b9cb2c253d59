final class UnmatchedExpectation: Sendable {
  fileprivate let matcher: RequestMatcher
  fileprivate let location: StubLocation
  /// The earliest exchange that may belong to the operation.
  fileprivate let start: ExchangeLog.ID
  fileprivate let isMet = Locked(false)

  init(_ matcher: RequestMatcher, from start: ExchangeLog.ID, at location: StubLocation) {
    (self.matcher, self.start, self.location) = (matcher, start, location)
  }

  /// If the request is expected, notes that it came, and returns true; may run a user's closure.
  fileprivate func covers(_ request: StubRequest) -> Bool {
    guard matcher.matches(request) else { return false }
    isMet.withLock { $0 = true }
    return true
  }
}

extension StubRegistry {
  /// Begins to expect an unmatched request to this registry, or to a scope within its scope.
  func expectUnmatched(_ matcher: RequestMatcher, at place: StubLocation) -> UnmatchedExpectation {
    tell(StubIssue(aboutMistakeIn: matcher, of: "withUnmatchedRequests(matching:)", at: place))
    return state.withLock { state in
      let expectation = UnmatchedExpectation(matcher, from: state.log.nextID, at: place)
      state.expectedUnmatched.append(expectation)
      return expectation
    }
  }

  func end(_ expectation: UnmatchedExpectation, afterError isAfterError: Bool) {
    // A matcher may hold a user's objects, whose `deinit` must not run under the lock.
    _ = state.withLock { state in
      defer { state.expectedUnmatched.removeAll { $0 === expectation } }
      return state.expectedUnmatched
    }
    // A mistaken matcher has been reported, and matches nothing.
    guard !isAfterError, !expectation.isMet.withLock(\.self), expectation.matcher.mistake == nil
    else { return }
    let (exchanges, first) = state.withLock { ($0.log.exchanges, $0.log.firstID) }
    let requests = exchanges.dropFirst(Int(max(expectation.start, first) - first)).filter {
      expectation.matcher.matches($0.request)
    }
    // The registry's policy may have let an expected request out to the network.
    guard !requests.contains(where: { $0.stub == nil && $0.isOfNetwork }) else { return }
    let place = expectation.location
    let remedy =
      requests.contains { $0.stub != nil }
      ? "Take withUnmatchedRequests away, or the stub that now answers the request."
      : "Make the request within withUnmatchedRequests, or take that away."
    tell(
      StubIssue(
        kind: .matched,
        text:
          "withUnmatchedRequests at \(place) expected a request that no stub matches, and none "
          + "came: \(expectation.matcher)\n  → \(remedy)",
        location: place))
  }

  /// Notes in the exchange whether a test expects that no stub matches the request.
  func noteIfExpected(_ request: StubRequest, in exchange: ExchangeLog.ID?) {
    // Each expectation is asked, since each notes the requests that it covers. Closures of matchers
    // run outside of the lock.
    let isExpected = ScopeDirectory.scopes(outwardsFrom: self)
      .flatMap { $0.state.withLock(\.expectedUnmatched) }
      .reduce(false) { $1.covers(request) || $0 }
    guard isExpected, let exchange else { return }
    _ = state.withLock { $0.log.update(exchange) { $0.isExpected = true } }
  }
}
