import Foundation

/// The query has an item of the given name, whatever its value.
struct QueryNameCriterion: ExactCriterion {
  let name: String

  var meaning: RequestComparison { .queryName(name) }

  func finding(in probe: RequestProbe) -> String { probe.url.queryFinding(of: [name]) }

  func nearness(of probe: RequestProbe) -> Double {
    if verdict(on: probe) == .yes { return 1 }
    return probe.url.firstItems(50).map { 0.9 * $0.name.likeness(to: name) }.max() ?? 0
  }

  func substitute(in probe: RequestProbe) -> (any Criterion)? {
    probe.url.queryCriterion(like: .dictionary([]))
  }

  var hint: String? { Self.hint(on: name) }

  var description: String { "containsQuery(\(name.swiftLiteral))" }

  /// Returns a remark on a name that was given together with a value.
  static func hint(on name: String) -> String? {
    guard let equals = name.firstIndex(of: "=") else { return nil }
    let value = String(name[name.index(after: equals)...]).swiftLiteral
    return "a name contains no \"=\"; for a value write "
      + "containsQuery(\(String(name[..<equals]).swiftLiteral), \(value))"
  }
}
