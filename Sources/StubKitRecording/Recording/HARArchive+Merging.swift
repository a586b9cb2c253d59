import StubKit

/// Recordings that share a file.
extension HARArchive {
  /// Adds what a recording has noted to what the file says by now.
  ///
  /// Nothing that is there is lost, and what was asked for again keeps its order: a request gets the
  /// answers of the file first, and then those of the recording, unless one of the two says
  /// everything that the other does.
  ///
  /// - Parameter base: What the file said when the recording began, if that has answered for it. These are no
  ///   answers of another recording, so that the recording's come after them, though they may be alike.
  mutating func mergeEntries(_ others: [HAREntry], after base: [HAREntry] = []) {
    let wasSorted = zip(entries, entries.dropFirst()).allSatisfy { !$1.comes(before: $0) }
    var positions: [HAREntry.Request: [Int]] = [:]
    for (position, entry) in entries.enumerated() {
      positions[entry.request, default: []].append(position)
    }
    var groups = Dictionary(grouping: others, by: \.request)
    let answered = Dictionary(grouping: base, by: \.request)
    for entry in others {
      // In the order in which they were recorded, of which a dictionary knows nothing.
      guard let group = groups.removeValue(forKey: entry.request) else { continue }
      var known = positions[entry.request, default: []].map { entries[$0] }
      let former = answered[entry.request, default: []]
      // Somebody else may have written the file anew meanwhile.
      if known.starts(with: former, by: { $0.isSameExchange(as: $1) }) {
        known.removeFirst(former.count)
      }
      let isSame = zip(known, group).allSatisfy { $0.isSameExchange(as: $1) }
      entries += isSame ? group.dropFirst(known.count) : group[...]
    }
    if wasSorted { entries.sortByRequest() }
  }

  /// Takes out the failures in which the answers to a request end, if it is asked for again.
  ///
  /// A failure before an answer stays: it may be what a client has to get over.
  mutating func removeFailures(of requests: Set<HAREntry.Request>) {
    let positions = lastFailures { requests.contains($0) }
    guard !positions.isEmpty else { return }
    entries = entries.enumerated().filter { !positions.contains($0.offset) }.map(\.element)
  }
}

extension [HAREntry] {
  /// Puts them in the order of their addresses, and those of one address in the order they have.
  ///
  /// The order in which requests happen to overlap would make every diff a long one.
  mutating func sortByRequest() {
    self = enumerated().sorted {
      $0.element.comes(before: $1.element)
        || !$1.element.comes(before: $0.element) && $0.offset < $1.offset
    }.map(\.element)
  }
}

extension HAREntry {
  fileprivate func comes(before other: HAREntry) -> Bool {
    (request.url, request.method) < (other.request.url, other.request.method)
  }
}
