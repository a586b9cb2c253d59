import StubKit

extension HARArchive {
  /// Adds a recording's entries to those of the file, and removes none of the file's.
  ///
  /// For each request, the recording's answers follow those in the file. But if one of these lists
  /// begins with the whole other list, the longer list stays. If the file answered, `base` has the
  /// file's entries from the recording's start: answers equal to these are added nevertheless.
  mutating func mergeEntries(_ others: [HAREntry], after base: [HAREntry] = []) {
    // An earlier version of StubKit sorted by addresses that still contained the names.
    let wasSorted =
      !entries.isEmpty && [ArchiveNames(of: self), nil].contains { entries.isSorted(without: $0) }
    var positions: [HAREntry.Request: [Int]] = [:]
    for (position, entry) in entries.enumerated() {
      positions[entry.request, default: []].append(position)
    }
    let answered = Dictionary(grouping: base, by: \.request)
    var knownCounts: [HAREntry.Request: Int] = [:]
    for (request, group) in Dictionary(grouping: others, by: \.request) {
      var known = positions[request, default: []].map { entries[$0] }
      let former = answered[request, default: []]
      // If `known` begins otherwise, another process has written the file anew in the meantime.
      if known.starts(with: former, by: { $0.isSameExchange(as: $1) }) {
        known.removeFirst(former.count)
      }
      let isSame = zip(known, group).allSatisfy { $0.isSameExchange(as: $1) }
      knownCounts[request] = isSame ? known.count : 0
    }
    // Added in recorded order, in which a replay answers requests that differ only in secrets.
    for entry in others {
      let count = knownCounts[entry.request, default: 0]
      knownCounts[entry.request] = count - 1
      if count <= 0 { entries.append(entry) }
    }
    if wasSorted { entries.sortByRequest(without: ArchiveNames(of: self)) }
  }

  /// Removes failures that no answer follows, if their requests were made again.
  ///
  /// A failure before an answer stays, since a test may check that a client recovers from it.
  mutating func removeFailures(of requests: [HAREntry.Request]) {
    let positions = lastFailures(of: requests)
    guard !positions.isEmpty else { return }
    entries = entries.enumerated().filter { !positions.contains($0.offset) }.map(\.element)
  }
}

extension [HAREntry] {
  /// Sorts by URL and method: in order of time, overlapping requests would make every diff long.
  ///
  /// Addresses that differ only in names stay in the order in which they were recorded.
  mutating func sortByRequest(without names: ArchiveNames?) {
    self = zip(self, keys(without: names)).enumerated().sorted {
      ($0.element.1, $0.offset) < ($1.element.1, $1.offset)
    }.map(\.element.0)
  }

  fileprivate func isSorted(without names: ArchiveNames?) -> Bool {
    let keys = keys(without: names)
    return zip(keys, keys.dropFirst()).allSatisfy { $0 <= $1 }
  }

  private func keys(without names: ArchiveNames?) -> [String] {
    map { "\(names?.nameless($0.request.url) ?? $0.request.url) \($0.request.method)" }
  }
}
