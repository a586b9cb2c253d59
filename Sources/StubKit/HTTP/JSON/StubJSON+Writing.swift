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
}
