public import XCTest

extension XCTestCase {
  /// Fails the test with an issue.
  public func record(_ issue: XCTIssue) {
    let location = issue.sourceCodeContext.location
    recordFailure(
      withDescription: issue.compactDescription, inFile: location?.fileURL.path ?? "<unknown>",
      atLine: location?.lineNumber ?? 0, expected: issue.type == .assertionFailure)
  }
}
