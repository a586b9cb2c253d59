@_exported public import XCTest

/// What an XCTest test is failed with on Apple's platforms.
public struct XCTIssue: Sendable {
  /// The kinds of issues.
  public enum IssueType: Sendable {
    /// An assertion was not met.
    case assertionFailure
    /// The test threw an error.
    case thrownError
  }

  /// The kind of issue.
  public var type: IssueType
  /// A sentence on what went wrong.
  public var compactDescription: String
  /// More on it, if there is more.
  public var detailedDescription: String?
  /// The error that the test threw.
  public var associatedError: (any Error)?
  /// Where it went wrong.
  public var sourceCodeContext: XCTSourceCodeContext

  /// Makes an issue.
  public init(
    type: IssueType, compactDescription: String, detailedDescription: String? = nil,
    sourceCodeContext: XCTSourceCodeContext = XCTSourceCodeContext(),
    associatedError: (any Error)? = nil
  ) {
    self.associatedError = associatedError
    self.type = type
    self.compactDescription = compactDescription
    self.detailedDescription = detailedDescription
    self.sourceCodeContext = sourceCodeContext
  }
}
