/// Several things that a criterion has found in one place, such as the differences of a body.
///
/// A report shows each of them on a line of its own, as long as they are few.
package struct FindingList: Sendable, Hashable {
  /// How many are written out; nobody mends more at a time.
  package static let shown = 5

  /// What they are, if not differences: `the body has 2 parts`.
  private let title: String?
  /// The first of them.
  private let first: [String]
  /// How many there are in all.
  private let count: Int

  package init(title: String? = nil, first: some Sequence<String>, of count: Int) {
    self.title = title
    self.first = first.prefix(Self.shown).map(\.withVisibleControls)
    self.count = count
  }

  /// All that is written out, in one line.
  package var text: String {
    (title.map { $0 + ": " } ?? "") + lines.joined(separator: "; ")
  }

  /// What stands beside the criterion, where the lines stand below it.
  var heading: String { title ?? "\(count) differences" }

  /// A line for each that is written out, and one that says how many are not.
  var lines: [String] {
    first + (count > first.count ? ["… and \(count - first.count) more"] : [])
  }

  /// Whether they are better read on lines of their own.
  var needsLines: Bool { count > 1 || title != nil }
}
