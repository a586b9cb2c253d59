/// Where things stand in a picture, from left to right and from top to bottom.
struct PictureColumns: Sendable {
  static let width = 1_440.0
  static let margin = 24.0
  /// The right end of the numbers.
  static let number = 52.0
  static let request = 64.0
  static let result = 436.0
  static let answerer = 582.0
  static let time = 960.0
  /// The width of the timeline; how a bar ends may stand a little to the right of it.
  static let timeWidth = 284.0
  /// The right end of how long each took, and that of its size.
  static let took = 1_358.0
  static let size = 1_420.0

  /// Where the legend stands, and where the first row begins.
  static let legend = 84.0
  static let top = 134.0
  static let footer = 40.0

  /// How many characters there is room for, in type of the one width.
  static let requestCount = 50
  static let resultCount = 19
  static let answererCount = 51
}

extension String {
  /// The text in so many characters: what does not fit is left out in the middle.
  func fitting(_ count: Int) -> String {
    let text = shortened(to: 4_000).withVisibleControls
    guard text.count > count, count > 2 else { return text }
    let tail = (count - 1) / 2
    return text.prefix(count - 1 - tail) + "…" + text.suffix(tail)
  }
}
