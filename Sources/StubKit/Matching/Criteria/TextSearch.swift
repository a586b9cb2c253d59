import Foundation

/// A regular expression that looks for a match anywhere in a text, in steps that are all alike.
///
/// A search by itself reports two things in the same way: that it goes on to the next place of the text,
/// which takes nothing, and that it has tried so and so many ways from one place, which may take a
/// thousand times as long. Here the expression itself goes from place to place, so that only the second
/// is reported.
struct TextSearch: Sendable {
  private let expression: NSRegularExpression
  /// Whether the expression goes from place to place by itself.
  private let goesOn: Bool

  init(for expression: NSRegularExpression) {
    let anywhere = Self.anywhere(expression)
    self.expression = anywhere ?? expression
    goesOn = anywhere != nil
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
    var (isFound, isStopped) = (false, false)
    // What is reported of places is no step.
    var places = goesOn ? 0 : length
    withoutActuallyEscaping(mayGoOn) { mayGoOn in
      expression.enumerateMatches(
        in: text, options: goesOn ? [.reportProgress, .anchored] : .reportProgress,
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
