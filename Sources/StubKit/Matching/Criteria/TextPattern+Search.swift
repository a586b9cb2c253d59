import Foundation

/// Limits searches, since a few characters can keep a regular expression busy for years.
extension TextPattern {
  /// Whether the expression matches anywhere in a text of the request, as far as is known.
  ///
  /// Under the lock, where others wait, only a short search is allowed. A longer one leaves the verdict
  /// open there and is made elsewhere, like a closure. If that takes too long as well, it is given up and
  /// noted, and says neither yes nor no.
  package func verdict(on text: String, in probe: RequestProbe) -> Verdict {
    switch expression {
    case .stoppable(let search):
      let effort = SearchEffort(at: probe.sight)
      // An earlier search was given up already, and has used up all steps.
      guard effort.remains(after: probe.memo.pointee.searchEffort) else { return .open }
      let found = effort.search(text, by: search, spent: &probe.memo.pointee.searchEffort)
      if let found { return Verdict(found) }
      if effort.isLong { probe.memo.pointee.givenUp.insert(description) }
      return .open
    case .unstoppable(let matches):
      return probe.sight == .full ? Verdict(matches(text)) : .open
    }
  }

  /// The same for a text in UTF-8, of which only the searched part is decoded.
  ///
  /// Invalid bytes match as U+FFFD.
  func verdict(onUTF8 data: Data, in probe: RequestProbe) -> Verdict {
    // A UTF-16 unit takes at most three bytes.
    guard data.count / 3 <= SearchEffort(at: probe.sight).longestText else { return .open }
    return verdict(on: String(decoding: data, as: UTF8.self), in: probe)
  }

  /// Returns a remark if a search of this request for the expression was given up.
  package func hint(in probe: RequestProbe) -> String? {
    guard probe.memo.pointee.givenUp.contains(description) else { return nil }
    return "the search for \(description) took so long that it was given up: repetitions within "
      + "repetitions, such as (a+)+, or .* twice, try every way to share the text out"
  }
}
