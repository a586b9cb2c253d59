/// The columns of a picture, and the positions above the rows.
struct PictureColumns: Sendable {
  static let width = 1_440.0
  static let margin = 24.0
  /// The right end of the numbers.
  static let number = 52.0
  static let request = 64.0
  static let result = 436.0
  static let answerer = 582.0
  static let time = 960.0
  /// The width of the timeline; the label of a bar's end may extend a little beyond it.
  static let timeWidth = 284.0
  /// The right end of the durations, and that of the sizes.
  static let took = 1_358.0
  static let size = 1_420.0

  /// The top of the legend, and that of the first row.
  static let legend = 84.0
  static let top = 134.0
  static let footer = 40.0

  /// The number of monospaced characters that fit.
  static let requestCount = 50
  static let resultCount = 19
  static let answererCount = 51
}

extension String {
  /// Shortens the text to so many characters, in the middle.
  func fitting(_ count: Int) -> String {
    let text = shortened(to: 4_000).withVisibleControls
    guard text.count > count, count > 2 else { return text }
    let tail = (count - 1) / 2
    return text.prefix(count - 1 - tail) + "…" + text.suffix(tail)
  }
}
