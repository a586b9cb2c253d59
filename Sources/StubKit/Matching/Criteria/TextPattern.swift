package import Foundation

package struct TextPattern: Sendable {
  enum Expression: Sendable {
    case stoppable(TextSearch)
    case unstoppable(@Sendable (String) -> Bool)
  }

  let expression: Expression
  package let description: String

  /// `usual` options always apply, and the description leaves them out.
  package init(
    parsing pattern: String, options: NSRegularExpression.Options = [],
    usual: NSRegularExpression.Options = [], call: (String) -> String
  ) throws(MatcherMistake) {
    let arguments = pattern.swiftLiteral + Self.argument(for: options)
    let all = options.union(usual)
    guard let expression = try? NSRegularExpression(pattern: pattern, options: all) else {
      let hint =
        pattern.isEmpty ? ": it is empty" : pattern.hasPrefix("*") ? ": any text is \".*\"" : ""
      throw MatcherMistake(
        call: call(arguments), reason: "this is not a valid regular expression\(hint)")
    }
    self.init(expression, description: arguments)
  }

  init(_ expression: NSRegularExpression) {
    let arguments = expression.pattern.swiftLiteral + Self.argument(for: expression.options)
    self.init(expression, description: "try NSRegularExpression(pattern: \(arguments))")
  }

  init<Output>(_ regex: Regex<Output>) {
    // Safe to share: a Regex never changes, and the lock serialises its transforms.
    nonisolated(unsafe) let shared = regex
    let regex = Locked(shared)
    description = "/…/"
    expression = .unstoppable { text in
      regex.withLock { (regex) -> Bool in
        // A Regex throws only if one of its transforms throws, which counts as no match.
        (try? regex.firstMatch(in: text)) != nil
      }
    }
  }

  private init(_ expression: NSRegularExpression, description: String) {
    self.description = description
    self.expression = .stoppable(TextSearch(for: expression))
  }

  private static func argument(for options: NSRegularExpression.Options) -> String {
    let names: [(NSRegularExpression.Options, String)] = [
      (.caseInsensitive, ".caseInsensitive"),
      (.allowCommentsAndWhitespace, ".allowCommentsAndWhitespace"),
      (.ignoreMetacharacters, ".ignoreMetacharacters"),
      (.dotMatchesLineSeparators, ".dotMatchesLineSeparators"),
      (.anchorsMatchLines, ".anchorsMatchLines"),
      (.useUnixLineSeparators, ".useUnixLineSeparators"),
      (.useUnicodeWordBoundaries, ".useUnicodeWordBoundaries"),
    ]
    let chosen = names.filter { options.contains($0.0) }.map(\.1)
    let list = chosen.joined(separator: ", ")
    return chosen.isEmpty ? "" : ", options: " + (chosen.count == 1 ? list : "[\(list)]")
  }
}

/// Searches are limited: a few characters can keep a regular expression busy for years.
extension TextPattern {
  /// Under a lock a search that is not short gives `.open`, and is made again outside the lock.
  ///
  /// A search that takes too long there as well is given up and noted, and stays open.
  package func verdict(on text: String, in probe: RequestProbe) -> Verdict {
    switch expression {
    case .stoppable(let search):
      let effort = SearchEffort(at: probe.sight)
      // Open if earlier searches have used up all steps.
      guard effort.remains(after: probe.work.searchEffort) else { return .open }
      let found = effort.search(text, by: search, spent: &probe.work.searchEffort)
      if let found { return Verdict(found) }
      if effort.isLong { probe.work.givenUp.insert(description) }
      return .open
    case .unstoppable(let matches):
      return probe.sight == .full ? Verdict(matches(text)) : .open
    }
  }

  /// A text that is too long to be searched is not decoded; invalid bytes match as U+FFFD.
  func verdict(onUTF8 data: Data, in probe: RequestProbe) -> Verdict {
    // A UTF-16 unit takes at most three bytes, so the text has at least a third as many units.
    guard data.count / 3 <= SearchEffort(at: probe.sight).longestText else { return .open }
    return verdict(on: String(decoding: data, as: UTF8.self), in: probe)
  }

  package func hint(in probe: RequestProbe) -> String? {
    guard probe.work.givenUp.contains(description) else { return nil }
    return "the search for \(description) took so long that it was given up: repetitions within "
      + "repetitions, such as (a+)+, or .* twice, try every way to share the text out"
  }
}
