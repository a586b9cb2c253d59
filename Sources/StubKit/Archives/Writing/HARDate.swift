package import Foundation

/// Parses and formats dates for archives and cookies.
///
/// Format styles are used because a formatter takes longer than all the rest of an entry.
package enum HARDate {
  private static let seconds = Date.ISO8601FormatStyle()
  private static let milliseconds = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
  private static let http = Date.VerbatimFormatStyle(
    format: """
      \(weekday: .abbreviated), \(day: .twoDigits) \(month: .abbreviated) \(year: .padded(4)) \
      \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\
      \(second: .twoDigits) GMT
      """,
    locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt,
    calendar: Calendar(identifier: .gregorian))

  /// Parses an ISO 8601 date, with or without fractional seconds.
  package static func date(_ text: String) -> Date? {
    (try? milliseconds.parse(text)) ?? (try? seconds.parse(text))
  }

  /// The date in ISO 8601, rounded to the millisecond, in UTC.
  static func text(of date: Date) -> String {
    // The format style truncates below a millisecond; half of one is added to round instead.
    date.addingTimeInterval(0.000_5).formatted(milliseconds)
  }

  /// The date in the format of HTTP headers.
  package static func httpText(of date: Date) -> String { date.formatted(http) }
}
