import Foundation

/// Differences of query or form items in the expected order: `state: expected "closed", found "open"`.
struct ItemDifferences {
  private var first: [String] = []
  private var count = 0

  /// Of the `vague` items only the name is expected; `secrets` are the real items of a redacted `found`.
  init(
    of found: [URLQueryItem], from wanted: [URLQueryItem], vague: [URLQueryItem] = [],
    isExact: Bool, hiding secrets: [URLQueryItem] = []
  ) {
    var counts = QueryCounts(found)
    var missing: [URLQueryItem] = []
    for item in wanted where !counts.take(item) { missing.append(item) }
    // A missing item is reported with an unexpected item of its name, if there is one.
    typealias Found = (item: URLQueryItem, secret: String?)
    var rest: [[UInt8]: [Found]] = [:]
    var names: [[UInt8]] = []
    for (index, item) in found.enumerated() where counts.take(item) {
      let name = Array(item.name.utf8)
      if rest[name] == nil { names.append(name) }
      // Redaction leaves items in their places.
      let secret = secrets.count == found.count ? secrets[index].value : nil
      rest[name, default: []].append((item, secret))
    }
    func takeRest(_ name: String) -> Found? {
      let name = Array(name.utf8)
      guard rest[name]?.isEmpty == false else { return nil }
      return rest[name]?.removeFirst()
    }
    for item in missing {
      let found = takeRest(item.name)
      note(
        item.name, expected: item.wordedValue,
        found: found.map { $0.item.wordedValue(hiding: $0.secret, insteadOf: item.value) })
    }
    for item in vague where takeRest(item.name) == nil {
      note(item.name, expected: "any value", found: nil)
    }
    guard isExact else { return }
    for (item, _) in names.flatMap({ rest[$0] ?? [] }) {
      note(item.name, expected: nil, found: item.wordedValue)
    }
  }

  var findings: FindingList? { count == 0 ? nil : FindingList(first: first, of: count) }

  private mutating func note(_ name: String, expected: String?, found: String?) {
    count += 1
    guard first.count < FindingList.shown else { return }
    let name = name.isPlainFieldName ? name : name.shortened().swiftLiteral
    first.append("\(name): expected \(expected ?? "nothing"), found \(found ?? "nothing")")
  }
}

extension URLQueryItem {
  fileprivate var wordedValue: String { value?.shortened().swiftLiteral ?? "only the name" }

  fileprivate func wordedValue(hiding secret: String?, insteadOf wanted: String?) -> String {
    guard value?.contains(Redaction.mark) ?? false, let secret, let wanted else {
      return wordedValue
    }
    return "\(wordedValue) (\(SecretDifference.text(of: secret, from: wanted)))"
  }
}
