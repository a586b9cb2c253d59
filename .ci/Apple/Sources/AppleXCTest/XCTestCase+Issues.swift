public import PlainXCTest

/// A test case that is failed with issues.
///
/// The name is that of the class it derives from: whoever imports this module means this one.
open class XCTestCase: PlainTestCase {
  /// Fails the test with an issue.
  open func record(_ issue: XCTIssue) {
    let location = issue.sourceCodeContext.location
    super.recordFailure(
      withDescription: issue.compactDescription, inFile: location?.fileURL.path ?? "<unknown>",
      atLine: location?.lineNumber ?? 0, expected: issue.type == .assertionFailure)
  }

  /// Makes an issue of what the library for Linux fails a test with.
  override open func recordFailure(
    withDescription description: String, inFile filePath: String, atLine lineNumber: Int,
    expected: Bool
  ) {
    var issue = XCTIssue(
      type: expected ? .assertionFailure : .thrownError, compactDescription: description,
      sourceCodeContext: XCTSourceCodeContext(
        location: XCTSourceCodeLocation(filePath: filePath, lineNumber: lineNumber)))
    if !expected { issue.associatedError = ThrownError(description: description) }
    record(issue)
  }

  /// Stands for an error of which only the text is known.
  private struct ThrownError: Error, CustomStringConvertible {
    let description: String
  }
}
