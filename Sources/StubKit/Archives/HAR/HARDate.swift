import Foundation

/// Points in time as archives and cookies write them.
enum HARDate {
  /// The time that a text of ISO 8601 names, with or without parts of a second.
  static func date(_ text: String) -> Date? {
    let formatter = ISO8601DateFormatter()
    for options in [[], .withFractionalSeconds] as [ISO8601DateFormatter.Options] {
      formatter.formatOptions = [.withInternetDateTime, options]
      if let date = formatter.date(from: text) { return date }
    }
    return nil
  }

  /// A time in ISO 8601, to the millisecond, in UTC.
  static func text(of date: Date) -> String {
    let formatter = ISO8601DateFormatter()
    formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
    return formatter.string(from: date)
  }

  /// A time as HTTP writes it.
  static func httpText(of date: Date) -> String {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    return formatter.string(from: date)
  }
}
