/// Finds the stubs that come closest to answering a request, with bounded work.
struct NearMissRanking {
  /// How many stubs are looked at, the newest; nobody reads a report on more.
  private static let examined = 10_000
  /// How many of them are looked at again with the body, which costs more.
  private static let finalists = 30
  /// How near a stub has to come to be worth showing beside the closest.
  static let worthShowing = 0.4
  /// The largest body that is compared for the ranking.
  private static let largestBody = 1 << 20

  let request: StubRequest

  /// The closest stubs, best first; of equals the one that is asked first.
  ///
  /// It runs nothing that a user wrote.
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

  /// The candidates, best first, compared with a request of whose body this much is known.
  private func ranked(
    _ candidates: [NearMissReport.Candidate], by body: RequestProbe.Body
  ) -> [Contestant] {
    let contestants = RequestProbe.examining(
      request.urlRequest, body: body, sight: .quiet, parsed: request.parsedBody
    ) { probe in
      candidates.map { candidate in
        probe.memo.pointee.givenUp = []
        let nearness = candidate.stub.condition.expression.nearness(of: probe)
        // A stub of which nobody knows whether it matches is why nobody answers: it comes first.
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
