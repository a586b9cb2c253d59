/// The rows of a picture: many rows are lower, and repeat the headings.
struct PictureRows: Sendable {
  let count: Int

  /// The number of rows between two headings.
  private static let block = 50
  private static let headingHeight = 26.0

  var height: Double { count > 60 ? 19 : 24 }

  /// Returns the top of a row.
  func y(of position: Int) -> Double {
    PictureColumns.top + Double(position) * height
      + Double(position / Self.block) * Self.headingHeight
  }

  /// Returns the baseline of a row.
  func base(of position: Int) -> Double {
    y(of: position) + height / 2 + 4
  }

  /// The bottom of the last row.
  var bottom: Double { y(of: max(count, 1) - 1) + height }

  /// The tops and bottoms of the blocks of rows between headings.
  var blocks: [(top: Double, bottom: Double)] {
    stride(from: 0, to: max(count, 1), by: Self.block).map { first in
      (y(of: first), y(of: min(first + Self.block, max(count, 1)) - 1) + height)
    }
  }
}
