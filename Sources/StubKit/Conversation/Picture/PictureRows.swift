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

  /// The lines on which the headings stand.
  var headings: [Double] {
    (0...(max(count, 1) - 1) / Self.block).map { y(of: $0 * Self.block) - 12 }
  }
}
