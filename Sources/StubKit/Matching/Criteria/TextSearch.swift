import CStubKit
package import Foundation

/// Searches for a match anywhere in a text, in steps of equal work.
///
/// ICU reports a move to the next position, which costs nothing, in the same way as many attempts
/// at one position, which may take long. In a long text the expression itself is therefore made to
/// advance, and ICU reports only attempts.
package struct TextSearch: Sendable {
  private let expression: NSRegularExpression
  /// Made for the first long text; inner nil if the expression cannot advance by itself.
  private let anywhere = Locked<NSRegularExpression??>(nil)
  /// In UTF-16 units; a text up to this length is searched as usual, which is faster.
  private let shortText: Int

  package init(for expression: NSRegularExpression, shortText: Int = 128) {
    (self.expression, self.shortText) = (expression, shortText)
  }

  private var anywhereInLongText: NSRegularExpression? {
    anywhere.withLock { made in
      if let made { return made }
      let new = Self.anywhere(expression)
      made = .some(new)
      return new
    }
  }

  /// Lets the expression match after any prefix; nil if that would change its meaning.
  private static func anywhere(_ expression: NSRegularExpression) -> NSRegularExpression? {
    // A subclass, such as NSDataDetector, may look for more than its pattern says.
    guard type(of: expression) == NSRegularExpression.self else { return nil }
    // The pattern is plain text then: it needs no attempts, and a prefix would be part of it.
    guard !expression.options.contains(.ignoreMetacharacters) else { return nil }
    // The last two ends are for a comment and an unclosed quotation, which would swallow `)`.
    for end in [")", "\n)", "\\E)"] {
      // A set, since a dot takes both characters of a line break at once.
      let whole = "[\\s\\S]*?(?:" + expression.pattern + end
      if let anywhere = try? NSRegularExpression(pattern: whole, options: expression.options) {
        return anywhere
      }
    }
    return nil
  }

  /// Asks after each step whether to go on; nil if the search was stopped.
  package func isFound(in text: String, goingOn mayGoOn: () -> Bool) -> Bool? {
    let length = text.utf16.count
    let anywhere = length > shortText ? anywhereInLongText : nil
    var (isFound, isStopped) = (false, false)
    // An expression that does not advance by itself reports each position; that is not a step.
    var places = anywhere == nil ? length : 0
    withoutActuallyEscaping(mayGoOn) { mayGoOn in
      (anywhere ?? expression).enumerateMatches(
        in: text,
        options: anywhere == nil
          ? [.reportProgress, .reportCompletion] : [.reportProgress, .reportCompletion, .anchored],
        range: NSRange(location: 0, length: length)
      ) { match, flags, isOver in
        if flags.contains(.completed) {
          // ICU gives up if the expression needs too much of ICU's own stack.
          isStopped = flags.contains(.internalError)
          return
        }
        isFound = match != nil
        if !isFound, places == 0 { isStopped = !mayGoOn() }
        places = max(0, places - 1)
        if isFound || isStopped { isOver.pointee = true }
      }
    }
    return isFound ? true : isStopped ? nil : false
  }
}

/// Limits of a request's searches: steps, so that results repeat, and CPU time as a backstop.
struct SearchEffort {
  /// Whether no other request waits; a search over the limit is then given up for good.
  let isLong: Bool
  let longestText: Int
  /// For all searches of a request; ICU reports a step after 10,000 attempts.
  private let steps: Int
  /// For one search; some work, such as skipping `(?>.*)`, makes no attempts that `steps` counts.
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

  /// Nil if a limit was reached; `now` is the CPU time of the thread, zero where it is unknown.
  func search(
    _ text: String, by search: TextSearch, spent: inout Int,
    now: () -> Duration = { .nanoseconds(stubkit_thread_time()) }
  ) -> Bool? {
    guard text.utf16.count <= longestText else { return nil }
    var taken = spent
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
