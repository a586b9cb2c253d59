import Foundation

/// A few signs are enough to keep a regular expression busy for years, so that no search is endless.
extension TextPattern {
  /// Whether the expression matches anywhere in a text of the request, as far as can be told.
  ///
  /// Where everybody else waits for the verdict a short search must do: what takes longer is open
  /// there, and told by a longer one elsewhere, as if it were a closure. One that takes even longer
  /// is given up, and written down: it says neither yes nor no.
  func verdict(on text: String, in probe: RequestProbe) -> Verdict {
    switch expression {
    case .stoppable(let expression):
      let effort = Effort(at: probe.sight)
      // An earlier search has been given up already: there is nothing left to try with.
      guard effort.remains(after: probe.memo.pointee.searchEffort) else { return .open }
      let found = effort.search(text, for: expression, spent: &probe.memo.pointee.searchEffort)
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
    guard data.count / 3 <= Effort(at: probe.sight).longestText else { return .open }
    return verdict(on: String(decoding: data, as: UTF8.self), in: probe)
  }

  /// A remark if a search of this request for the expression was given up.
  func hint(in probe: RequestProbe) -> String? {
    guard probe.memo.pointee.givenUp.contains(description) else { return nil }
    return "the search for \(description) took so long that it was given up: repetitions within "
      + "repetitions, such as (a+)+, or .* twice, try every way to share the text out"
  }
}

/// How long a search may go on, told by its steps: the same text always ends in the same way.
private struct Effort {
  /// Whether nobody waits, so that a search which is too long is given up for good.
  let isLong: Bool
  /// How long a text may be that is searched at all.
  let longestText: Int
  /// How many steps all searches of a request may take beyond one for each place of a text.
  ///
  /// A step is at most a tenth of a millisecond.
  private let steps: Int

  init(at sight: RequestProbe.Sight) {
    switch sight {
    case .glance, .guarded: (isLong, longestText, steps) = (false, 4_096, 200)
    case .quiet, .full: (isLong, longestText, steps) = (true, .max, 2_000)
    }
  }

  /// Whether anything is left after other searches.
  func remains(after spent: Int) -> Bool { spent <= steps }

  /// Whether a text has a match; nil if that cannot be told with so little effort.
  func search(_ text: String, for expression: NSRegularExpression, spent: inout Int) -> Bool? {
    let length = text.utf16.count
    guard length <= longestText else { return nil }
    // Each place where a match may begin is a step of its own.
    let allowed = min(length, 100_000) + 16
    let remaining = allowed + steps - spent
    var taken = 0
    var isFound = false
    let range = NSRange(location: 0, length: length)
    expression.enumerateMatches(in: text, options: .reportProgress, range: range) {
      match, _, isOver in
      taken += 1
      isFound = match != nil
      if isFound || taken > remaining { isOver.pointee = true }
    }
    spent += max(0, taken - allowed)
    return isFound ? true : taken > remaining ? nil : false
  }
}
