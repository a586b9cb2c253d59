public import Foundation

/// Why the description of an API cannot be read.
public struct OpenAPIError: LocalizedError, CustomStringConvertible, Sendable {
  /// What is wrong, where, and what to do.
  public let description: String

  init(_ description: String) {
    self.description = description
  }

  /// Equal to `description`.
  public var errorDescription: String? { description }
}
