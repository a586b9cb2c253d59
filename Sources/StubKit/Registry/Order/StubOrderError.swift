public import Foundation

/// What a registry's `verify(order:)` found to be wrong.
public struct StubOrderError: LocalizedError, CustomStringConvertible, Sendable {
  /// The two requests that came the wrong way round, with the log between them; or which stub was not
  /// asked as it had to be.
  public let description: String

  init(_ text: String) {
    description = text.linesWithVisibleControls
  }

  /// The same as `description`.
  public var errorDescription: String? { description }
}
