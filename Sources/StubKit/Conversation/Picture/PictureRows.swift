/// Where the rows of a picture stand: more of them stand closer, with the headings between them.
struct PictureRows: Sendable {
  let count: Int

  /// After how many rows the headings are said again.
  private static let block = 50
  private static let headingHeight = 26.0

  /// The height of a row.
  var height: Double { count > 60 ? 19 : 24 }

  /// The top of a row.
  func y(of position: Int) -> Double {
    PictureColumns.top + Double(position) * height
      + Double(position / Self.block) * Self.headingHeight
  }

  /// The line on which the text of a row stands.
  func base(of position: Int) -> Double {
    y(of: position) + height / 2 + 4
  }

  /// The bottom of the last row.
  var bottom: Double { y(of: max(count, 1) - 1) + height }

  /// The tops and bottoms of the rows that follow on each other without headings in between.
  var blocks: [(top: Double, bottom: Double)] {
    stride(from: 0, to: max(count, 1), by: Self.block).map { first in
      (y(of: first), y(of: min(first + Self.block, max(count, 1)) - 1) + height)
    }
  }
}
