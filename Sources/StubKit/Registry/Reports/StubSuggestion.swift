/// Makes the condition that a report proposes for a request nobody answered.
enum StubSuggestion {
  /// A condition that the request meets: its host, path and method, and what else matters here.
  ///
  /// - Parameter closest: The stub that came closest; where only a detail keeps it from matching,
  ///   that detail is part of the condition.
  static func condition(for probe: RequestProbe, near closest: Stub?) -> RequestMatcher {
    var criteria: [any Criterion] = []
    if let host = probe.url.host, let criterion = try? HostCriterion(parsing: host) {
      criteria.append(criterion)
    }
    if !probe.url.path.isEmpty { criteria.append(PathCriterion(probe.url.path)) }
    if probe.method != "GET" {
      criteria.append(MethodCriterion(methods: [StubRequest.Method(rawValue: probe.method)]))
    }
    // A host such as "*.a.com" can stand in a URL and means something else in a matcher.
    criteria = criteria.filter { $0.verdict(on: probe) == .yes }
    if criteria.isEmpty { criteria = [AnyRequestCriterion()] }

    var seen = Set(criteria.map(\.description))
    for detail in details(of: closest, for: probe) where seen.insert(detail.description).inserted {
      criteria.append(detail)
    }
    guard criteria.count > 1 else { return RequestMatcher(criteria[0]) }
    return RequestMatcher(.all(criteria.map { .criterion($0) }))
  }

  /// What the request has where the closest stub asks for something else, if the address is right.
  private static func details(of closest: Stub?, for probe: RequestProbe) -> [any Criterion] {
    missed(by: probe, in: closest).compactMap { $0.substitute(in: probe) }
      .filter { $0.verdict(on: probe) == .yes }
  }

  /// Whether the closest stub asks for another body, and the condition is silent on this one.
  static func leavesOutBody(of request: StubRequest, near closest: Stub?) -> Bool {
    let silent = request.examine { probe in
      missed(by: probe, in: closest).filter {
        $0.substitute(in: probe).map { $0.verdict(on: probe) != .yes } ?? true
      }
    }
    // Whatever cannot be told without the body is about the body.
    return RequestProbe.examining(request.urlRequest, body: .unseen, sight: .quiet) { probe in
      silent.contains { $0.verdict(on: probe) == .open }
    }
  }

  /// What the closest stub asks for and the request does not have, if the address is right.
  private static func missed(by probe: RequestProbe, in closest: Stub?) -> [any Criterion] {
    guard let closest else { return [] }
    let missed = closest.condition.expression.conjuncts.compactMap { part -> (any Criterion)? in
      guard case .criterion(let criterion) = part, criterion.verdict(on: probe) == .no
      else { return nil }
      return criterion
    }
    // Host, path and whole URL weigh more than the rest: with those wrong it is another stub.
    return missed.contains(where: { $0.weight > 1 }) ? [] : missed
  }
}
