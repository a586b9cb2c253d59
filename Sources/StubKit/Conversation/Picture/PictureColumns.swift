/// Where things stand in a picture, from left to right and from top to bottom.
struct PictureColumns: Sendable {
  static let width = 1_440.0
  static let margin = 24.0
  /// The right end of the numbers.
  static let number = 52.0
  static let request = 64.0
  static let result = 468.0
  static let answerer = 572.0
  static let time = 960.0
  /// The width of the timeline; what a bar says of itself stands to the right of it.
  static let timeWidth = 340.0

  /// Where the first row begins.
  static let top = 112.0
  static let footer = 52.0

  /// How many characters there is room for, in type of the one width.
  static let requestCount = 54
  static let answererCount = 55
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
