import Foundation

/// A few signs are enough to keep a regular expression busy for years, so that no search is endless.
extension TextPattern {
  /// Whether the expression matches anywhere in a text of the request, as far as can be told.
  ///
  /// Where everybody else waits for the verdict a short search must do: what takes longer is open
  /// there, and told by a longer one elsewhere, as if it were a closure. One that takes even longer
  /// is given up, and written down: it says neither yes nor no.
  package func verdict(on text: String, in probe: RequestProbe) -> Verdict {
    switch expression {
    case .stoppable(let search):
      let effort = SearchEffort(at: probe.sight)
      // An earlier search has been given up already: there is nothing left to try with.
      guard effort.remains(after: probe.memo.pointee.searchEffort) else { return .open }
      let found = effort.search(text, by: search, spent: &probe.memo.pointee.searchEffort)
      if let found { return Verdict(found) }
      if effort.isLong { probe.memo.pointee.givenUp.insert(description) }
      return .open
    case .unstoppable(let matches):
      return probe.sight == .full ? Verdict(matches(text)) : .open
    }
  }

  /// The same for a text in UTF-8, of which no more is decoded than may be searched.
  ///
  /// What is not UTF-8 in it matches as U+FFFD.
  func verdict(onUTF8 data: Data, in probe: RequestProbe) -> Verdict {
    // A unit of UTF-16 takes three bytes at most.
    guard data.count / 3 <= SearchEffort(at: probe.sight).longestText else { return .open }
    return verdict(on: String(decoding: data, as: UTF8.self), in: probe)
  }

  /// A remark if a search of this request for the expression was given up.
  package func hint(in probe: RequestProbe) -> String? {
    guard probe.memo.pointee.givenUp.contains(description) else { return nil }
    return "the search for \(description) took so long that it was given up: repetitions within "
      + "repetitions, such as (a+)+, or .* twice, try every way to share the text out"
  }
}
