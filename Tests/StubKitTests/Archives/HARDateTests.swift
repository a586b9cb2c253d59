import Foundation
import Testing

@testable import StubKit
@testable import StubKitRecording

/// Points in time as archives and cookies write them.
struct HARDateTests {
  @Test(arguments: [
    (0, "1970-01-01T00:00:00.000Z"), (-1.5, "1969-12-31T23:59:58.500Z"),
    (1_732_230_000.123, "2024-11-21T23:00:00.123Z"), (1.9996, "1970-01-01T00:00:02.000Z"),
    (1.9994, "1970-01-01T00:00:01.999Z"),
  ])
  func `a time is written to the nearest millisecond`(seconds: Double, text: String) {
    #expect(HARDate.text(of: Date(timeIntervalSince1970: seconds)) == text)
  }

  @Test(arguments: [
    ("2026-11-20T21:05:00Z", 1_795_208_700), ("2026-11-20T21:05:00.5Z", 1_795_208_700.5),
    ("2026-11-20T21:05:00+02:00", 1_795_201_500), ("2026-11-20T21:05:00.5-0200", 1_795_215_900.5),
  ])
  func `a time is read with or without parts of a second, in any zone`(
    text: String, seconds: Double
  ) {
    #expect(HARDate.date(text) == Date(timeIntervalSince1970: seconds))
  }

  @Test(arguments: ["", "x", "2026-11-20", "2026-13-20T21:05:00Z", "2026-11-20T21:05:00"])
  func `what is no point in time is none`(text: String) {
    #expect(HARDate.date(text) == nil)
  }

  @Test(arguments: [
    (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (1_795_208_700, "Fri, 20 Nov 2026 21:05:00 GMT"),
  ])
  func `HTTP has days and months in English`(seconds: Double, text: String) {
    #expect(HARDate.httpText(of: Date(timeIntervalSince1970: seconds)) == text)
  }
}
