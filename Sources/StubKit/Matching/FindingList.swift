/// Several findings of a criterion in one place, such as the differences of a body.
///
/// A report shows each of them on a line of its own, up to a limit.
package struct FindingList: Sendable, Hashable {
  package static let shown = 5

  /// A title other than "differences": `the body has 2 parts`.
  private let title: String?
  private let first: [String]
  /// The number of all findings.
  private let count: Int

  package init(title: String? = nil, first: some Sequence<String>, of count: Int) {
    self.title = title
    self.first = first.prefix(Self.shown).map(\.withVisibleControls)
    self.count = count
  }

  /// The shown findings in one line.
  package var text: String {
    (title.map { $0 + ": " } ?? "") + lines.joined(separator: "; ")
  }

  /// The text beside the criterion, above the lines.
  var heading: String { title ?? "\(count) differences" }

  /// A line for each shown finding, and one for the number of the others.
  var lines: [String] {
    first + (count > first.count ? ["… and \(count - first.count) more"] : [])
  }

  /// Whether the findings need lines of their own.
  var needsLines: Bool { count > 1 || title != nil }
}
