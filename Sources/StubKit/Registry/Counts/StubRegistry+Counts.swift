extension StubRegistry {
  package var countedStubs: [(stub: Stub, number: UInt64, count: Int, isActive: Bool)] {
    state.withLock { state in
      (state.index.stubs + state.usedUp + state.mistaken)
        .map { ($0, $0.rank.number, state[$0].claims, state.isActive($0)) }
        .sorted { $0.1 < $1.1 }
    }
  }

  package var miscounts: [StubIssue] {
    countedStubs.lazy.map(\.stub).compactMap(StubIssue.init(aboutMiscountOf:))
  }

  /// An issue for every excess request, as a test may expect some; its text is about the first.
  func excess(of claim: Claim) -> StubIssue? {
    guard claim.turn >= claim.stub.expected.most,
      let excess = state.withLock({ $0[known: claim.stub]?.excess })
    else { return nil }
    let issue = saying { StubIssue(about: excess) }
    state.withLock { $0[known: claim.stub]?.excess?.toldText = issue.text }
    return issue
  }

  /// Issues about wrong counts, unless reported near misses have `explained` all that is missing.
  ///
  /// `explained` counts the near misses by the number of the stub's rank.
  package func issuesAboutCounts(includingTold: Bool, explained: [UInt64: Int] = [:]) -> [StubIssue]
  {
    let (excesses, stubs, reporting) = state.withLock { state in
      (
        state.excesses,
        state.askedTooSeldom.map { (stub: $0, count: state[$0].claims) }.filter {
          explained[$0.stub.rank.number, default: 0] < $0.stub.expected.least - $0.count
        }, state.reporting
      )
    }
    return excesses.filter { includingTold || $0.excess.toldText == nil }.map { excess, count in
      var issue = StubIssue(about: excess, outOf: count)
      // False if the test expected the issue: then the test was told, but has not failed.
      issue.isTold = excess.toldText.map(reporting.hasTold) ?? false
      return issue
    } + issues(aboutTooFew: stubs, includingTold: includingTold)
  }

  private func issues(
    aboutTooFew stubs: [(stub: Stub, count: Int)], includingTold: Bool
  ) -> [StubIssue] {
    guard !stubs.isEmpty else { return [] }
    let missed = MissedRequests(of: stubs.map(\.stub), in: exchanges)
    let (requests, isUnasked) = state.withLock { state in
      // A request may be refused without being logged, as a download is: then the test has failed.
      let isQuiet = state.lost.isEmpty && !state.reporting.hasFailures
      return (Array(state.onTheirWay.values), state.log.nextID == 0 && isQuiet)
    }
    let onTheirWay = requests.map { StubRequest($0) }
    let cause = isEnabled ? Self.remarkOnSilence : "The registry is off (isEnabled = false)."
    return stubs.map { stub, count in
      // Without `includingTold`, `reportCounts` reports the lost request as an issue of its own.
      let lost = includingTold ? stub.remarkOnLostRequest : nil
      // A test that forgets an `await` ends before its request comes in.
      let late = onTheirWay.filter(stub.mayAnswer)
      let wait = late.first.map {
        "\($0) is still under way: `await` what makes it, or wait for it with `waitForRequests()`."
      }
      let absence = isUnasked && requests.isEmpty ? cause : wait
      return StubIssue(
        about: stub, askedOnly: count, late: late.count,
        remarks: [lost, absence, missed.remark(on: stub) ?? stub.condition.expression.hint]
          .compactMap(\.self))
    }
  }

  private static let remarkOnSilence = """
    No request came here. Either the client is no URLSession (libcurl, NIO, a WebSocket, a download \
    on Linux, sockets of its own) and has no stub server's address, or its session is bound to \
    another registry or has other `protocolClasses`, or the request has lost this scope (in a \
    completion handler, a queue, a timer or a detached task), or its task is not resumed or awaited.
    """

  /// Reports wrong counts and lost requests; call it after the last request.
  ///
  /// Without a reporter, unmet counts and problems that checks found go to standard error. After an
  /// error, unused stubs are not reported; if the test was already told of failures, these explain
  /// the error, and nothing is reported. Nothing is reported of a skipped or cancelled test, either.
  package func reportCounts(after error: (any Error)? = nil) {
    if let error, TestingLibrary.current.isSkip(error) { return }
    // After an error, a stub may be unused because the test never got to its request.
    if error == nil { GivenRequests.claim(for: self) }
    judgeWhole()
    let reporting = state.withLock(\.reporting)
    // If `verify()` has thrown an error, that error says what is wrong with the counts.
    let isThrown = reporting.hasThrownCounts
    guard reporting.reporter != nil else { return isThrown ? () : writeCounts() }
    guard error == nil || !(isThrown || reporting.hasFailures) else { return }
    let lost = lost
    for issue in lost.issues { report(issue) }
    let explained = reporting.explained.merging(lost.explained, uniquingKeysWith: +)
    for issue in issuesAboutCounts(includingTold: false, explained: explained)
    where error == nil || issue.kind != .unused {
      report(issue)
    }
    for issue in issuesAboutEmptyCounts { report(issue) }
  }

  /// Warnings of unused stubs that expect few requests or none: their conditions may be wrong.
  private var issuesAboutEmptyCounts: [StubIssue] {
    let stubs = state.withLock { state in
      state.index.stubs.filter {
        $0.expected.least == 0 && $0.expected.most < .max && state[$0].claims == 0
      }
    }
    guard !stubs.isEmpty else { return [] }
    let missed = MissedRequests(of: stubs, in: exchanges)
    return stubs.compactMap { StubIssue(aboutEmptyCountOf: $0, missed.remark(on: $0)) }
  }

  private func writeCounts() {
    // A `.mistaken` objection tells what a server could not answer, and has been written at once.
    let objections = state.withLock(\.objections).filter { $0.kind != .mistaken }
    for issue in objections + issuesAboutCounts(includingTold: true) where issue.kind != .unused {
      issue.writeToStandardError(asError: true)
    }
  }
}

extension Stub {
  fileprivate func mayAnswer(_ request: StubRequest) -> Bool {
    RequestProbe.examining(request.urlRequest, body: .inRequest, sight: .glance) {
      condition.verdict(on: $0) != .no
    }
  }
}
