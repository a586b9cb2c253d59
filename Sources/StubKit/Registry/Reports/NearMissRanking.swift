struct NearMissRanking {
  /// Only the newest stubs are examined: a report on more would be of no use.
  private static let examined = 10_000
  /// How many stubs are ranked again, now with the body; that costs more.
  private static let finalists = 30
  /// The least nearness of a stub that is shown beside the closest one.
  static let worthShowing = 0.4
  private static let largestBody = 1 << 20

  let request: StubRequest

  /// Best first, equally near stubs in the order in which they are asked; runs no user's code.
  func best(of active: [Stub], usedUp: [Stub]) -> [Stub] {
    let stubs = active.suffix(Self.examined) + usedUp
    let finalists = ranked(stubs, by: .unseen).prefix(Self.finalists).map(\.stub)
    let isBodySmall = (request.body?.count ?? 0) <= Self.largestBody
    let best = ranked(finalists[...], by: isBodySmall ? .seen(request.body) : .unseen)
    return best.prefix(NearMissReport.shown).enumerated()
      .filter { $0.offset == 0 || $0.element.nearness >= Self.worthShowing }
      .map(\.element.stub)
  }

  private func ranked(
    _ stubs: ArraySlice<Stub>, by body: RequestProbe.Body
  ) -> [(stub: Stub, nearness: Double)] {
    RequestProbe.examining(
      request.urlRequest, body: body, sight: .quiet, parsed: request.parsedBody
    ) { probe in
      stubs.map { stub in
        probe.memo.pointee.work?.givenUp = []
        let nearness = stub.condition.expression.nearness(of: probe)
        // A stub whose verdict is unknown is the reason why no stub answers: it comes first.
        return (stub: stub, nearness: probe.isUnknown ? 2 : nearness.value)
      }
    }.sorted { ($0.nearness, $0.stub.rank) > ($1.nearness, $1.stub.rank) }
  }
}
