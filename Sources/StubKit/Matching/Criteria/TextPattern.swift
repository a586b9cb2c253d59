package import Foundation

/// A regular expression of any kind that may match anywhere in a text.
package struct TextPattern: Sendable {
  enum Expression: Sendable {
    /// A search that can be stopped.
    case stoppable(TextSearch)
    /// A search that cannot be stopped, and that may call a user's closures.
    case unstoppable(@Sendable (String) -> Bool)
  }

  let expression: Expression
  /// The expression as an argument in source.
  package let description: String

  /// Compiles a pattern, or throws why it cannot be compiled.
  ///
  /// - Parameters:
  ///   - usual: Options that are not written, because they always apply there.
  ///   - call: Makes the call as in source from the arguments of the pattern.
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
    // Safe to share: a Regex never changes, and the lock serialises its transforms.
    nonisolated(unsafe) let shared = regex
    let regex = Locked(shared)
    description = "/…/"
    expression = .unstoppable { text in
      regex.withLock { (regex) -> Bool in
        // A Regex throws only from a transform of its own: that is no match.
        (try? regex.firstMatch(in: text)) != nil
      }
    }
  }

  private init(_ expression: NSRegularExpression, description: String) {
    self.description = description
    self.expression = .stoppable(TextSearch(for: expression))
  }

  /// The reason why the pattern does not compile, if Swift's own parser can tell (ICU's errors do not).
  private static func reason(for pattern: String) -> String {
    if pattern.isEmpty { return " (it is empty)" }
    do {
      _ = try Regex(pattern)
      return ""
    } catch {
      return " (\(error))"
    }
  }

  /// The options as an argument in source; empty without options.
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
