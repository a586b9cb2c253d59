import StubKit

extension HARArchive {
  /// The positions of failures whose requests have no answer later in the archive.
  func lastFailures(of isMeant: (HAREntry.Request) -> Bool = { _ in true }) -> Set<Int> {
    var answered: Set<HAREntry.Request> = []
    var positions: Set<Int> = []
    for (position, entry) in entries.enumerated().reversed() where isMeant(entry.request) {
      if entry.response.isAnswer {
        answered.insert(entry.request)
      } else if !answered.contains(entry.request) {
        positions.insert(position)
      }
    }
    return positions
  }
}
