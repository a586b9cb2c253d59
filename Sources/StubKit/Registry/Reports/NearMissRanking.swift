/// Finds the stubs that come closest to answering a request, with bounded work.
struct NearMissRanking {
  /// How many stubs are examined, the newest ones; a report on more would be of no use.
  private static let examined = 10_000
  /// The number of stubs that are compared again with the body, which costs more.
  private static let finalists = 30
  /// The least nearness of a stub that is shown beside the closest one.
  static let worthShowing = 0.4
  private static let largestBody = 1 << 20

  let request: StubRequest

  /// Returns the closest stubs, best first, equals in the order of asking, without running a user's code.
  func best(
    _ count: Int, of active: [Stub], usedUp: [Stub]
  ) -> [NearMissReport.Candidate] {
    let candidates =
      active.suffix(Self.examined).map { NearMissReport.Candidate(stub: $0, isUsedUp: false) }
      + usedUp.map { NearMissReport.Candidate(stub: $0, isUsedUp: true) }
    let finalists = ranked(candidates, by: .unseen).prefix(Self.finalists).map(\.candidate)
    let isBodySmall = (request.body?.count ?? 0) <= Self.largestBody
    let best = ranked(finalists, by: isBodySmall ? .seen(request.body) : .unseen).prefix(count)
    return best.enumerated()
      .filter { $0.offset == 0 || $0.element.nearness >= Self.worthShowing }
      .map(\.element.candidate)
  }

  /// Ranks the candidates, best first, by the request and by what is known of its body.
  private func ranked(
    _ candidates: [NearMissReport.Candidate], by body: RequestProbe.Body
  ) -> [Contestant] {
    let contestants = RequestProbe.examining(
      request.urlRequest, body: body, sight: .quiet, parsed: request.parsedBody
    ) { probe in
      candidates.map { candidate in
        probe.memo.pointee.givenUp = []
        let nearness = candidate.stub.condition.expression.nearness(of: probe)
        // A stub with an unknown verdict is the reason why no stub answers: it comes first.
        return Contestant(candidate: candidate, nearness: probe.isUnknown ? 2 : nearness.value)
      }
    }
    return contestants.sorted(by: >)
  }

  private struct Contestant: Comparable {
    let candidate: NearMissReport.Candidate
    let nearness: Double

    static func < (lhs: Self, rhs: Self) -> Bool {
      (lhs.nearness, lhs.candidate.stub.rank) < (rhs.nearness, rhs.candidate.stub.rank)
    }

    static func == (lhs: Self, rhs: Self) -> Bool { lhs.candidate.stub === rhs.candidate.stub }
  }
}
