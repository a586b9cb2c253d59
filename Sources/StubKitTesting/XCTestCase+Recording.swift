import Foundation
import StubKit
import XCTest

extension XCTestCase {
  func fail(_ issue: StubIssue, at place: StubLocation?) {
    RunningScenarios.recordingOther {
      #if canImport(ObjectiveC)
        // Without a location it belongs to the test.
        let location = place.map {
          XCTSourceCodeLocation(filePath: $0.filePath, lineNumber: $0.line)
        }
        record(
          XCTIssue(
            type: .assertionFailure, compactDescription: issue.text,
            sourceCodeContext: XCTSourceCodeContext(location: location)))
      #else
        recordFailure(
          withDescription: issue.text, inFile: place?.filePath ?? "\(type(of: self))",
          atLine: place?.line ?? 0, expected: true)
      #endif
    }
  }

  /// Returns a warning in the format of XCTest's failures.
  func warning(of issue: StubIssue, at place: StubLocation?) -> String {
    let place = place.map { "\($0.filePath):\($0.line)" } ?? "<unknown>:0"
    return "\(place): warning: \(name) : \(issue.text)"
  }

  /// Writes a warning to standard error.
  func write(_ warning: String) {
    FileHandle.standardError.write(Data((warning + "\n").utf8))
  }
}
