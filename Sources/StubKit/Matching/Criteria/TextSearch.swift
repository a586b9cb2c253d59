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
