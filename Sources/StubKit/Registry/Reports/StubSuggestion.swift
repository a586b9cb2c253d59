import Foundation

/// The condition of a stub that would answer a request, to be pasted into a test.
struct StubSuggestion {
  private var criteria: [any Criterion] = []
  /// Whether the closest stub expects another body, which the condition leaves out.
  private(set) var leavesOutBody = false

  /// Conditions on the request's address, and on the values that keep `closest` from matching it.
  ///
  /// `shown` is the request without its secrets; nil if it has none.
  init(for request: StubRequest, shownAs shown: StubRequest?, near closest: Stub?) {
    let silent = request.examine { probe in
      shown.map { $0.examine { add(probe, shownAs: $0, near: closest) } }
        ?? add(probe, shownAs: probe, near: closest)
    }
    // A criterion whose verdict is open while the body is unseen is about the body.
    leavesOutBody = RequestProbe.examining(request.urlRequest, body: .unseen, sight: .quiet) {
      probe in silent.contains { $0.verdict(on: probe) == .open }
    }
  }

  var condition: RequestMatcher { RequestMatcher(all: criteria) }

  /// Returns the criteria of the closest stub that are left out.
  private mutating func add(
    _ probe: RequestProbe, shownAs shown: RequestProbe, near closest: Stub?
  ) -> [any Criterion] {
    addAddress(of: probe, shownAs: shown)
    var silent: [any Criterion] = []
    var seen = Set(criteria.map(\.description))
    for (missed, isMet) in Self.details(of: closest, for: probe) {
      let details =
        isMet
        ? [missed]
        : details(for: missed, in: probe, shownAs: shown).filter { $0.verdict(on: probe) == .yes }
      if details.isEmpty { silent.append(missed) }
      for detail in details where seen.insert(detail.description).inserted {
        criteria.append(detail)
      }
    }
    return silent
  }

  private mutating func addAddress(of probe: RequestProbe, shownAs shown: RequestProbe) {
    let host = ServedPorts.contain(probe.url) ? nil : probe.url.host
    if let host = try? host.map(HostCriterion.init(parsing:)) { criteria.append(host) }
    if let path = path(of: probe, shownAs: shown) { criteria.append(path) }
    if probe.method != "GET" {
      criteria.append(MethodCriterion(methods: [StubRequest.Method(rawValue: probe.method)]))
    }
    // A host such as "*.a.com" can stand in a URL, and is a wildcard in a matcher.
    criteria = criteria.filter { $0.verdict(on: probe) == .yes }
    if criteria.isEmpty { criteria = [AnyRequestCriterion()] }
  }

  private mutating func path(
    of probe: RequestProbe, shownAs shown: RequestProbe
  ) -> (any Criterion)? {
    let (path, shownPath) = (probe.url.path, shown.url.path)
    guard !path.isEmpty else { return nil }
    guard path != shownPath else { return PathCriterion(path) }
    var count = 0
    let segments = shownPath.split(separator: "/", omittingEmptySubsequences: false).map {
      segment -> String in
      guard segment.contains(Redaction.mark) else { return String(segment) }
      count += 1
      return count == 1 ? "{secret}" : "{secret\(count)}"
    }
    return try? PathCriterion(parsingTemplate: segments.joined(separator: "/"))
  }

  /// The request's own values for the `missed` criterion, as far as they may be shown.
  private mutating func details(
    for missed: any Criterion, in probe: RequestProbe, shownAs shown: RequestProbe
  ) -> [any Criterion] {
    // A server of this process has another port in the next run.
    if missed is PortCriterion, ServedPorts.contain(probe.url) { return [] }
    guard let detail = missed.substitute(in: probe) else { return [] }
    if detail.description == missed.substitute(in: shown)?.description { return [detail] }
    switch detail {
    case let text as TextCriterion: return [TextCriterion(text.place, .exists)]
    case let items as ItemsCriterion where items.place == .query:
      return queryDetails(in: probe, shownAs: shown)
    default: return []
    }
  }

  private func queryDetails(
    in probe: RequestProbe, shownAs shown: RequestProbe
  ) -> [any Criterion] {
    let pairs = zip(probe.url.queryItems, shown.url.queryItems)
    let open = pairs.filter { $0 == $1 }.map(\.0)
    let names = pairs.filter { $0 != $1 }.map(\.0.name)
    var details: [any Criterion] = []
    if !open.isEmpty { details.append(ItemsCriterion(.query, open)) }
    return details + names.map { TextCriterion(.query($0), .exists) }
  }

  /// The criteria that the request misses, if the address is right, and all criteria on the query.
  ///
  /// Without the latter, the suggestion would match every query.
  private static func details(
    of closest: Stub?, for probe: RequestProbe
  ) -> [(criterion: any Criterion, isMet: Bool)] {
    guard let closest else { return [] }
    let all = closest.condition.expression.criteria.map {
      (criterion: $0, verdict: $0.verdict(on: probe))
    }
    let missed = all.filter { $0.verdict == .no }.map(\.criterion)
    // Only the address and recorded secrets weigh more than 1: a miss means another stub was meant.
    let isElsewhere = missed.contains { $0.weight > 1 }
    let hasQuery = probe.url.queryPairs.count > 0
    // The suggestion for a missed query criterion includes the whole query.
    let missesQuery = missed.contains(where: \.looksAtQuery)
    return all.compactMap { criterion, verdict in
      let isQuery = hasQuery && criterion.looksAtQuery
      let isPart =
        switch verdict {
        case .no: !isElsewhere || isQuery
        case .yes: isQuery && !missesQuery
        case .open: false
        }
      return isPart ? (criterion, verdict == .yes) : nil
    }
  }
}

extension Criterion {
  fileprivate var looksAtQuery: Bool {
    switch comparison {
    case .queryItems, .queryName: true
    default: false
    }
  }
}
