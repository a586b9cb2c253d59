import Foundation

/// Searches for a match anywhere in a text, in steps of equal work.
///
/// ICU reports two things in the same way: that the search goes on to the next position, which costs
/// nothing, and that it has made many attempts at one position, which may take a thousand times as long. So
/// in a long text the expression itself is made to advance, and only the latter is reported.
struct TextSearch: Sendable {
  private let expression: NSRegularExpression
  /// The expression that advances by itself; nil inside if there is none.
  ///
  /// Made for the first long text, since compiling it takes as long as compiling the expression.
  private let anywhere = Locked<NSRegularExpression??>(nil)
  /// The length up to which a text is searched as usual, which is a third faster.
  private let shortText: Int

  /// - Parameter shortText: The length up to which a text is searched as usual. Advancing through it takes
  /// an eighth of a second at most.
  init(for expression: NSRegularExpression, shortText: Int = 128) {
    self.expression = expression
    self.shortText = shortText
  }

  private var anywhereInLongText: NSRegularExpression? {
    anywhere.withLock { made in
      if let made { return made }
      let new = Self.anywhere(expression)
      made = .some(new)
      return new
    }
  }

  /// Puts the expression behind an arbitrary prefix; nil if it would mean something else there.
  private static func anywhere(_ expression: NSRegularExpression) -> NSRegularExpression? {
    // A subclass, such as NSDataDetector, may look for more than its pattern says.
    guard type(of: expression) == NSRegularExpression.self else { return nil }
    // A plain text needs no attempts, and a prefix would be part of the text.
    guard !expression.options.contains(.ignoreMetacharacters) else { return nil }
    // A comment, or an unclosed quotation, would swallow the bracket.
    for end in [")", "\n)", "\\E)"] {
      // A set, since a dot takes both characters of a line break at once.
      let whole = "[\\s\\S]*?(?:" + expression.pattern + end
      if let anywhere = try? NSRegularExpression(pattern: whole, options: expression.options) {
        return anywhere
      }
    }
    return nil
  }

  /// Searches a text, and asks after each step whether to go on; nil if it was stopped.
  func isFound(in text: String, goingOn mayGoOn: () -> Bool) -> Bool? {
    let length = text.utf16.count
    let anywhere = length > shortText ? anywhereInLongText : nil
    var (isFound, isStopped) = (false, false)
    // Reports of positions are no steps.
    var places = anywhere == nil ? length : 0
    withoutActuallyEscaping(mayGoOn) { mayGoOn in
      (anywhere ?? expression).enumerateMatches(
        in: text, options: anywhere == nil ? .reportProgress : [.reportProgress, .anchored],
        range: NSRange(location: 0, length: length)
      ) { match, _, isOver in
        isFound = match != nil
        if !isFound, places == 0 { isStopped = !mayGoOn() }
        places = max(0, places - 1)
        if isFound || isStopped { isOver.pointee = true }
      }
    }
    return isFound ? true : isStopped ? nil : false
  }
}

/// The limits of the searches of a request, in steps, so that the same text always ends in the same way.
struct SearchEffort {
  /// Whether nothing else waits, so that a search over the limit is given up for good.
  let isLong: Bool
  let longestText: Int
  /// The number of steps for all searches of a request.
  ///
  /// A step is 10,000 attempts: about a millisecond.
  private let steps: Int
  /// How long a thread may work on one search.
  ///
  /// An expression can hide its work: what `(?>.*)` skips does not count as an attempt.
  private let time: Duration

  init(at sight: RequestProbe.Sight) {
    switch sight {
    case .glance, .guarded:
      (isLong, longestText, steps, time) = (false, 4_096, 200, .milliseconds(200))
    case .quiet, .full:
      (isLong, longestText, steps, time) = (true, .max, 2_000, .seconds(5))
    }
  }

  func remains(after spent: Int) -> Bool { spent <= steps }

  /// Searches a text; nil if the result is unknown within the limits.
  ///
  /// - Parameter now: The working time of the thread so far.
  func search(
    _ text: String, by search: TextSearch, spent: inout Int,
    now: () -> Duration = { .ofThisThread }
  ) -> Bool? {
    guard text.utf16.count <= longestText else { return nil }
    var taken = spent
    // Nearly no search takes a step: only then the time is read.
    var start: Duration?
    defer { spent = taken }
    return search.isFound(in: text) {
      taken += 1
      let now = now()
      if let start, now - start > time { taken = max(taken, steps + 1) }
      start = start ?? now
      return taken <= steps
    }
  }
}

extension Duration {
  /// The working time of the calling thread so far; zero where that is not known.
  fileprivate static var ofThisThread: Duration {
    var time = timespec()
    guard clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0 else { return .zero }
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
