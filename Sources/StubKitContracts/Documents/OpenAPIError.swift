import Foundation
public import StubKit

/// Why the description of an API cannot be read.
public struct OpenAPIError: DescribedError, Sendable {
  /// What is wrong, where, and what to do.
  public let description: String

  init(_ description: String) {
    self.description = description
  }
}
