/// How often stubs were asked, and how often they were expected to be.
extension StubRegistry {
  /// What is wrong with the counts that are expected of stubs.
  var miscounts: [StubIssue] {
    state.withLock(\.miscounted).compactMap(StubIssue.init(aboutMiscountOf:))
  }

  /// That a claim is the first too many of its stub, for the test to be told; nil if it is not.
  func excess(of claim: Claim) -> StubIssue? {
    guard let excess = Excess(of: claim.stub, turn: claim.turn, request: claim.request) else {
      return nil
    }
    let issue = saying { StubIssue(about: excess) }
    state.withLock { $0.note(issue.text, toldOfExcessOf: claim.stub) }
    return issue
  }

  /// The stubs that were asked too often or too seldom so far, with what the log tells of the reason.
  ///
  /// - Parameters:
  ///   - includingTold: Whether those are among them of which the test was told at once.
  ///   - explained: For stubs, by the number of their rank, of how many requests it is said elsewhere
  ///     that they came close; of a stub that misses no more than these nothing is said here.
  package func issuesAboutCounts(includingTold: Bool, explained: [UInt64: Int] = [:]) -> [StubIssue]
  {
    let (excesses, stubs, reporting) = state.withLock { state in
      (
        state.excesses.sorted { $0.key < $1.key }.map {
          (excess: $1, count: state.claimCount(of: $0))
        },
        state.askedTooSeldom.map { (stub: $0, count: state.claimCount(of: $0)) }.filter {
          explained[$0.stub.rank.number, default: 0] < $0.stub.expected.least - $0.count
        }, state.reporting
      )
    }
    return excesses.filter { includingTold || $0.excess.toldText == nil }.map { excess, count in
      var issue = StubIssue(about: excess, outOf: count)
      // What a test was told of it may have expected, and then it has not failed.
      issue.isTold = excess.toldText.map(reporting.hasTold) ?? false
      return issue
    } + issues(aboutTooFew: stubs, includingTold: includingTold)
  }

  private func issues(
    aboutTooFew stubs: [(stub: Stub, count: Int)], includingTold: Bool
  ) -> [StubIssue] {
    guard !stubs.isEmpty else { return [] }
    let exchanges = exchanges
    let shadows = StubShadows(over: stubs.map(\.stub), in: exchanges)
    let close = CloseRequests(to: stubs.map(\.stub), in: exchanges)
    let late = RequestsOnTheirWay(to: self, seen: exchanges)
    return stubs.map { stub, count in
      // A test is told of what has lost its scope by an issue of its own.
      let lost = includingTold ? stub.remarkOnLostRequest : nil
      let remarks = [shadows.remark(on: stub), lost, late.remark(on: stub)].compactMap(\.self)
      return StubIssue(
        about: stub, askedOnly: count, late: late.requests(for: stub).count,
        remarks: remarks + close.remarks(on: stub))
    }
  }

  /// Tells the test of each stub that was asked too often or too seldom, and of requests that have lost
  /// their scope, once all requests are made; where there is no test, what was written to be expected
  /// goes to standard error.
  ///
  /// - Parameter error: Whether the scope has been left by an error. Then what nobody has counted
  ///   may not have been got to, and what was told already is why it was left.
  package func reportCounts(afterError error: Bool = false) {
    // What an error kept from being asked has not been missed.
    if !error { GivenRequests.claim(for: self) }
    let (reporting, lostRequests) = state.withLock { ($0.reporting, $0.lost) }
    // What has left the scope as an error, or was caught, need not be told again.
    let isThrown = reporting.hasThrownCounts
    guard reporting.reporter != nil else { return isThrown ? () : writeCounts() }
    guard !error || !(isThrown || reporting.hasFailures) else { return }
    let lost = issues(about: lostRequests)
    for issue in lost.issues { report(issue) }
    let explained = reporting.explained.merging(lost.explained, uniquingKeysWith: +)
    for issue in issuesAboutCounts(includingTold: false, explained: explained)
    where !error || issue.kind != .unused {
      report(issue)
    }
  }

  private func writeCounts() {
    for issue in issuesAboutCounts(includingTold: true) where issue.kind != .unused {
      issue.writeToStandardError(asErrorAt: issue.location)
    }
  }
}
