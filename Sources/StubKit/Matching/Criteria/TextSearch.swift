import Foundation

/// A regular expression that looks for a match anywhere in a text, in steps that are all alike.
///
/// A search by itself reports two things in the same way: that it goes on to the next place of the text,
/// which takes nothing, and that it has tried so and so many ways from one place, which may take a
/// thousand times as long. In a long text the expression itself goes from place to place therefore, so
/// that only the second is reported.
struct TextSearch: Sendable {
  private let expression: NSRegularExpression
  /// The same, going from place to place by itself, and nil inside if there is no such.
  ///
  /// It is made when the first long text comes: to compile it takes as long as the expression itself.
  private let anywhere = Locked<NSRegularExpression??>(nil)
  /// How long a text may be that is searched as usual, which is a third faster.
  private let shortText: Int

  /// - Parameter shortText: How long a text may be that is searched as usual. What is taken there for
  ///   going from place to place is an eighth of a second at most.
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

  /// The same expression behind anything; nil if it means something else there.
  private static func anywhere(_ expression: NSRegularExpression) -> NSRegularExpression? {
    // A class of its own, such as NSDataDetector, may look for more than its pattern says.
    guard type(of: expression) == NSRegularExpression.self else { return nil }
    // A plain text leaves nothing to try, and what stands before it would be text as well.
    guard !expression.options.contains(.ignoreMetacharacters) else { return nil }
    // A comment, or a quotation that is never closed, would take the bracket in.
    for end in [")", "\n)", "\\E)"] {
      // A set, since a dot takes both signs of a line break at once.
      let whole = "[\\s\\S]*?(?:" + expression.pattern + end
      if let anywhere = try? NSRegularExpression(pattern: whole, options: expression.options) {
        return anywhere
      }
    }
    return nil
  }

  /// Searches a text, and says after each step whether it goes on; nil if it was stopped.
  func isFound(in text: String, goingOn mayGoOn: () -> Bool) -> Bool? {
    let length = text.utf16.count
    let anywhere = length > shortText ? anywhereInLongText : nil
    var (isFound, isStopped) = (false, false)
    // What is reported of places is no step.
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
