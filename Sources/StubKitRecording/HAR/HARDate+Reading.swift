import Foundation
import StubKit

extension HARDate {
  private static let seconds = Date.ISO8601FormatStyle()
  private static let http = Date.VerbatimFormatStyle(
    format: """
      \(weekday: .abbreviated), \(day: .twoDigits) \(month: .abbreviated) \(year: .padded(4)) \
      \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\
      \(second: .twoDigits) GMT
      """,
    locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt,
    calendar: Calendar(identifier: .gregorian))

  static func date(_ text: String) -> Date? {
    (try? milliseconds.parse(text)) ?? (try? seconds.parse(text))
  }

  static func httpText(of date: Date) -> String { date.formatted(http) }
}
