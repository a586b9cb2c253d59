/// The result of a matcher for one request: the outcome, and each part with its finding.
///
/// ```swift
/// print((isHost("a.com") && isMethodGET()).evaluate(StubRequest(request)))
/// // ✓ isHost("a.com")
/// // ✗ isMethodGET(): the method is POST
/// ```
public struct MatchResult: Sendable {
  /// One criterion with its outcome.
  public struct Leaf: Sendable, Hashable {
    /// The criterion as one would write it, with a `!` if it alone is negated.
    public let expression: String
    /// Whether the request meets it.
    public let isMatch: Bool
    /// What the request has where the criterion looks: `the method is POST`.
    public let found: String
    var findings: FindingList?
    var difference: String?
    var hint: String?
  }

  indirect enum Node: Sendable {
    case leaf(Leaf)
    case group(String, isMatch: Bool, [Node])
  }

  /// Whether the matcher matches the request.
  public let isMatch: Bool
  /// The parts of the outermost conjunction, or the only part.
  let nodes: [Node]

  /// Every criterion, in the order in which it is written.
  public var leaves: [Leaf] { nodes.flatMap(\.leaves) }
}

extension MatchResult.Leaf {
  init(expression: String, isMatch: Bool, isNegated: Bool, parts: [MatchResult.Leaf]) {
    var found: [String] = []
    for text in parts.flatMap(\.texts) where !found.contains(text) { found.append(text) }
    self.init(
      expression: expression, isMatch: isMatch, found: found.joined(separator: "; "),
      findings: isMatch || isNegated ? nil : FindingList(first: found, of: found.count),
      hint: parts.lazy.compactMap(\.hint).first)
  }

  private var texts: [String] { findings?.lines ?? [found + (difference.map { ", " + $0 } ?? "")] }
}

extension MatchResult: CustomStringConvertible {
  /// A line for each criterion: ✓ if it is met, and otherwise ✗ and what was found.
  public var description: String { nodes.flatMap { $0.lines }.joined(separator: "\n") }
}

extension MatchResult.Leaf: CustomStringConvertible {
  /// The line of this criterion in a report.
  public var description: String { isMatch ? "✓ \(expression)" : "✗ \(expression): \(found)" }
}

extension MatchResult.Node {
  var isMatch: Bool {
    switch self {
    case .leaf(let leaf): leaf.isMatch
    case .group(_, let isMatch, _): isMatch
    }
  }

  var leaves: [MatchResult.Leaf] {
    switch self {
    case .leaf(let leaf): [leaf]
    case .group(_, _, let parts): parts.flatMap(\.leaves)
    }
  }

  var lines: [String] {
    switch self {
    case .leaf(let leaf):
      [leaf.description]
    case .group(let title, let isMatch, let parts):
      ["\(isMatch ? "✓" : "✗") \(title)"] + parts.flatMap(\.lines).map { "    " + $0 }
    }
  }
}

/// Several findings of one criterion; a report shows each on its own line, up to a limit.
package struct FindingList: Sendable, Hashable {
  package static let shown = 5

  /// A title other than "differences": `the body has 2 parts`.
  private let title: String?
  private let first: [String]
  private let count: Int

  package init(title: String? = nil, first: some Sequence<String>, of count: Int) {
    self.title = title
    self.first = first.prefix(Self.shown).map(\.withVisibleControls)
    self.count = count
  }

  package var text: String { (title.map { $0 + ": " } ?? "") + lines.joined(separator: "; ") }

  var heading: String { title ?? "\(count) differences" }

  var lines: [String] { first + (count > first.count ? ["… and \(count - first.count) more"] : []) }

  var needsLines: Bool { count > 1 || title != nil }
}
