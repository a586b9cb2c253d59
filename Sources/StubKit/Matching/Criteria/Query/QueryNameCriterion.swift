import Foundation

/// The query has an item of the given name, whatever its value; or has none.
struct QueryNameCriterion: Criterion {
  /// The decoded name.
  let name: String
  /// Whether the item must be there or must not.
  let isPresent: Bool

  func verdict(on probe: RequestProbe) -> Verdict {
    for pair in probe.url.queryPairs where PercentDecoding.bytes(pair.rawName, spell: name) {
      return Verdict(isPresent)
    }
    return Verdict(!isPresent)
  }

  func finding(in probe: RequestProbe) -> String { probe.url.queryFinding(of: [name]) }

  var requirements: [Requirement] {
    isPresent ? [.queryItem(name: name, value: .any)] : []
  }

  var requirementsSuffice: Bool { isPresent }

  func nearness(of probe: RequestProbe) -> Double {
    if verdict(on: probe) == .yes { return 1 }
    guard isPresent else { return 0 }
    return probe.url.queryItems.prefix(50).map { 0.9 * $0.name.likeness(to: name) }.max() ?? 0
  }

  func substitute(in probe: RequestProbe) -> (any Criterion)? {
    probe.url.queryCriterion(like: .dictionary([:]))
  }

  var hint: String? {
    guard name.contains("=") else { return nil }
    return "a name holds no \"=\"; for a value write containsQuery([\"name\": \"value\"])"
  }

  var description: String {
    "\(isPresent ? "containsQuery" : "lacksQuery")(\(name.swiftLiteral))"
  }
}
