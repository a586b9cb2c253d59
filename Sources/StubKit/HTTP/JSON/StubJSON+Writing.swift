public import Foundation

extension StubJSON {
  /// The value as compact JSON in UTF-8, with object members sorted by name.
  ///
  /// Equal values give equal bytes, except that `1` and `1.0` stay different. A number that JSON
  /// cannot represent, such as `.double(.nan)`, becomes `null`.
  public var data: Data { Data(JSONWriter(style: .json).text(of: self).utf8) }

  /// The value as a Swift literal: `["id": 1, "tags": ["a", nil]]`.
  var swiftLiteral: String { JSONWriter(style: .swift).text(of: self) }
}

extension StubJSON: CustomStringConvertible {
  /// The value as compact JSON, with members sorted by name and control characters escaped.
  public var description: String { JSONWriter(style: .visibleJSON).text(of: self) }

  /// The start of the description, short enough for a report.
  func shortened(to limit: Int = 200) -> String {
    // A character can take several bytes; this limit leaves enough to shorten and little more.
    JSONWriter(style: .visibleJSON).text(of: self, upTo: 8 * limit).shortened(to: limit)
  }
}
