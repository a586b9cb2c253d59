package import Foundation

/// Points in time as archives and cookies write them.
///
/// A formatter would take half a millisecond for each, which is more than all the rest of an entry.
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

  /// The time that a text of ISO 8601 names, with or without parts of a second.
  package static func date(_ text: String) -> Date? {
    (try? milliseconds.parse(text)) ?? (try? seconds.parse(text))
  }

  /// A time in ISO 8601, to the nearest millisecond, in UTC.
  static func text(of date: Date) -> String {
    // What is less than one is cut off.
    date.addingTimeInterval(0.000_5).formatted(milliseconds)
  }

  /// A time as HTTP writes it.
  package static func httpText(of date: Date) -> String { date.formatted(http) }
}
