import StubKit

struct YAMLError: Error, Equatable, CustomStringConvertible {
  /// Counted from 1.
  let line: Int
  /// In bytes, counted from 1.
  let column: Int
  /// Such as `expected spaces as indentation, found a tab`, often followed by advice.
  let reason: String

  var description: String { "line \(line), column \(column): \(reason)".withVisibleControls }
}
