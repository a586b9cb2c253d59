package import Foundation

/// A regular expression, however it was written, that may match anywhere in a text.
package struct TextPattern: Sendable {
  /// What the expression was written as.
  enum Expression: Sendable {
    /// It can be stopped while it searches.
    case stoppable(TextSearch)
    /// It cannot be stopped, and closures of the user's may stand in it.
    case unstoppable(@Sendable (String) -> Bool)
  }

  let expression: Expression
  /// The expression as one would write it as an argument.
  package let description: String

  /// Compiles a pattern, or throws why it cannot be compiled.
  ///
  /// - Parameters:
  ///   - usual: Options that are not written, because they always hold there.
  ///   - call: The call as one would write it, given the arguments that make the pattern.
  package init(
    parsing pattern: String, options: NSRegularExpression.Options = [],
    usual: NSRegularExpression.Options = [], call: (String) -> String
  ) throws(MatcherMistake) {
    let arguments = pattern.swiftLiteral + Self.argument(for: options)
    let all = options.union(usual)
    guard let expression = try? NSRegularExpression(pattern: pattern, options: all) else {
      throw MatcherMistake(
        call: call(arguments),
        reason: "this is not a valid regular expression\(Self.reason(for: pattern))")
    }
    self.init(expression, description: arguments)
  }

  /// Wraps an expression that is compiled already.
  init(_ expression: NSRegularExpression) {
    let arguments =
      expression.options.isEmpty ? "" : Self.argument(for: expression.options)
    self.init(
      expression,
      description:
        "try NSRegularExpression(pattern: \(expression.pattern.swiftLiteral)\(arguments))")
  }

  /// Wraps a `Regex`, which is not Sendable and is therefore used by one thread at a time.
  init<Output>(_ regex: Regex<Output>) {
    // Safe to share: a Regex never changes, and what its transforms do is serialised by the lock.
    nonisolated(unsafe) let shared = regex
    let regex = Locked(shared)
    description = "/…/"
    expression = .unstoppable { text in
      regex.withLock { (regex) -> Bool in
        // A Regex throws only where a transform of its own does: that is no match.
        (try? regex.firstMatch(in: text)) != nil
      }
    }
  }

  private init(_ expression: NSRegularExpression, description: String) {
    self.description = description
    self.expression = .stoppable(TextSearch(for: expression))
  }

  /// Why the pattern does not compile, if Swift's own parser can tell (ICU's errors do not).
  private static func reason(for pattern: String) -> String {
    if pattern.isEmpty { return " (it is empty)" }
    do {
      _ = try Regex(pattern)
      return ""
    } catch {
      return " (\(error))"
    }
  }

  /// The options as the argument one would write, or nothing.
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
    switch chosen.count {
    case 0: return ""
    case 1: return ", options: \(chosen[0])"
    default: return ", options: [\(chosen.joined(separator: ", "))]"
    }
  }
}
