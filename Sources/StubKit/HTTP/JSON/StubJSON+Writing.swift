public import Foundation

extension StubJSON {
  /// The value as compact JSON, its members sorted by name, in UTF-8.
  ///
  /// The same value always gives the same bytes. A number that JSON cannot write (`.double(.nan)`)
  /// becomes `null`.
  public var data: Data { Data(JSONWriter(style: .json).text(of: self).utf8) }

  /// The value as a Swift literal: `["id": 1, "tags": ["a", nil]]`.
  var swiftLiteral: String { JSONWriter(style: .swift).text(of: self) }
}

extension StubJSON: CustomStringConvertible {
  /// The value as compact JSON, its members sorted by name, with anything escaped that cannot be seen.
  public var description: String { JSONWriter(style: .visibleJSON).text(of: self) }

  /// The start of that, as much as a report shows.
  func shortened(to limit: Int = 200) -> String {
    // A character takes some bytes: enough of them are written for the limit to cut, and few more.
    JSONWriter(style: .visibleJSON).text(of: self, upTo: 8 * limit).shortened(to: limit)
  }
}
