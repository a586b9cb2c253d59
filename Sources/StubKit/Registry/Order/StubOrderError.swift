public import Foundation

/// What a registry's `verify(order:)` found to be wrong.
public struct StubOrderError: LocalizedError, CustomStringConvertible, Sendable {
  /// Where the order was asked for.
  public let location: StubLocation
  /// The two requests that came the wrong way round, with the log between them; or which stub was not
  /// asked as it had to be.
  public let description: String

  init(_ text: String, at location: StubLocation) {
    self.location = location
    description = "\(location): \(text)".linesWithVisibleControls
  }

  /// The same as `description`.
  public var errorDescription: String? { description }
}
