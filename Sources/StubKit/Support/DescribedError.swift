package import Foundation

/// An error whose localized text is its description.
package protocol DescribedError: LocalizedError, CustomStringConvertible {}

extension DescribedError {
  /// Equal to `description`.
  public var errorDescription: String? { description }
}
