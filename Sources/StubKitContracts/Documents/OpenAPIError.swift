public import Foundation

/// A description that cannot be read, or does not say what is asked of it.
public struct OpenAPIError: LocalizedError, CustomStringConvertible, Sendable {
  /// What is wrong, where, and what to do.
  public let description: String

  init(_ description: String) {
    self.description = description
  }

  /// The same as `description`.
  public var errorDescription: String? { description }
}
