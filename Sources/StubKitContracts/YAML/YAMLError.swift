import StubKit

/// Why a document cannot be read, and where the error is.
struct YAMLError: Error, Equatable, CustomStringConvertible {
  /// Counted from 1.
  let line: Int
  /// The column in bytes, counted from 1.
  let column: Int
  /// What is wrong there, and often what to do: `expected spaces as indentation, found a tab`.
  let reason: String

  var description: String { "line \(line), column \(column): \(reason)".withVisibleControls }
}
