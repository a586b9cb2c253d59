/// Any number of stubs in the order of their ranks.
///
/// It is an array of short arrays, so that adding and removing move few stubs: O(log n) and a bounded
/// number of moves in practice, at any position.
struct RankedStubs {
  /// A stub with its rank beside it, so that a search does not visit the stubs.
  private struct Entry {
    let rank: Stub.Rank
    let stub: Stub
  }

  private static let chunkLimit = 128

  /// The lowest rank first; no chunk is empty.
  private var chunks: [[Entry]] = []

  /// The number of stubs, or somewhat more.
  ///
  /// Each chunk but the last counts as full: an exact count would take a word for each key.
  var countAtMost: Int {
    chunks.last.map { (chunks.count - 1) * Self.chunkLimit + $0.count } ?? 0
  }

  var isEmpty: Bool { chunks.isEmpty }

  /// The stubs, the best one last.
  var stubs: [Stub] { chunks.flatMap { $0.map(\.stub) } }

  mutating func insert(_ stub: Stub) {
    let entry = Entry(rank: stub.rank, stub: stub)
    // The newest stub mostly ranks highest, and goes to the end.
    guard let last = chunks.last?.last, stub.rank < last.rank else { return append(entry) }
    let (chunk, position) = place(of: stub.rank)
    chunks[chunk].insert(entry, at: position)
    guard chunks[chunk].count > Self.chunkLimit else { return }
    let upper = Array(chunks[chunk][(Self.chunkLimit / 2)...])
    chunks[chunk].removeSubrange((Self.chunkLimit / 2)...)
    chunks.insert(upper, at: chunk + 1)
  }

  private mutating func append(_ entry: Entry) {
    if let last = chunks.indices.last, chunks[last].count < Self.chunkLimit {
      chunks[last].append(entry)
    } else {
      chunks.append([entry])
    }
  }

  /// Removes a stub; false if it is not there.
  @discardableResult
  mutating func remove(_ stub: Stub) -> Bool {
    guard contains(stub) else { return false }
    let (chunk, position) = place(of: stub.rank)
    chunks[chunk].remove(at: position)
    if chunks[chunk].isEmpty { chunks.remove(at: chunk) }
    return true
  }

  /// Removes the best stub.
  mutating func popBest() -> Stub? {
    guard let last = chunks.indices.last, let entry = chunks[last].popLast() else { return nil }
    if chunks[last].isEmpty { chunks.removeLast() }
    return entry.stub
  }

  func contains(_ stub: Stub) -> Bool {
    guard !chunks.isEmpty else { return false }
    let (chunk, position) = place(of: stub.rank)
    return position < chunks[chunk].count && chunks[chunk][position].stub === stub
  }

  /// Calls `visit` with the stubs, best first, until it returns true; only with those below a rank, if
  /// given.
  @inline(__always)
  func first(below ceiling: Stub.Rank?, where visit: (Stub) -> Bool) {
    guard !chunks.isEmpty else { return }
    var (chunk, end) = (chunks.count - 1, chunks[chunks.count - 1].count)
    if let ceiling { (chunk, end) = place(of: ceiling) }
    while true {
      while end > 0 {
        end -= 1
        if visit(chunks[chunk][end].stub) { return }
      }
      guard chunk > 0 else { return }
      chunk -= 1
      end = chunks[chunk].count
    }
  }

  /// Returns the place of the first entry that does not rank below `rank`, or the end.
  private func place(of rank: Stub.Rank) -> (chunk: Int, position: Int) {
    let chunk = min(
      chunks.count - 1, chunks.firstPlace { ($0.last?.rank).map { $0 < rank } ?? true })
    return (chunk, chunks[chunk].firstPlace { $0.rank < rank })
  }
}

extension Array {
  /// Returns the first position whose element does not satisfy `isBefore`, in a sorted array.
  fileprivate func firstPlace(_ isBefore: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
