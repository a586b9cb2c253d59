import Foundation
public import StubKit
public import XCTest

extension XCTestCase {
  /// Expects a number of requests to a stub, in tests that do not await.
  ///
  /// ```swift
  /// let upload = stub(condition: isPath("/upload"), response: .status(201))
  /// let uploaded = expectation(for: upload, count: 2)
  /// app.startUploadInBackground()
  /// wait(for: [uploaded], timeout: 5)
  /// ```
  /// The expectation counts all requests since the stub was registered. It is fulfilled when
  /// `count` exchanges have ended, perhaps just before the app hears of the last end. With
  /// `until: .arrived` it is fulfilled when `count` requests have arrived. On Linux, an inverted
  /// expectation that is fulfilled fails the test at the line of this call.
  public func expectation(
    for stub: Stub, count: Int = 1, until stage: Stub.Stage = .ended,
    file: StaticString = #filePath, line: Int = #line
  ) -> XCTestExpectation {
    let goal = "\(count.requests) to \(stub) to \(stage == .ended ? "end" : "arrive")"
    #if canImport(ObjectiveC)
      let expectation = expectation(description: goal)
      let fulfill = { @Sendable in expectation.fulfill() }
    #else
      let expectation = expectation(description: goal, file: file, line: line)
      let fulfill = { @Sendable in expectation.fulfill(file, line: line) }
    #endif
    let waiting = Task.detached {
      try await stub.waitForRequests(count: count, until: stage, timeout: .seconds(Int64.max))
      fulfill()
    }
    addTeardownBlock { [unowned self] in
      waiting.cancel()
      if !expectation.isInverted { warnIfMissed(stub, count) }
    }
    return expectation
  }

  /// Warns how many requests came, since XCTest only names the expectation that was not fulfilled.
  private func warnIfMissed(_ stub: Stub, _ count: Int) {
    let came = stub.callCount
    guard came < count, let testRun, testRun.totalFailureCount > 0 else { return }
    let text = "Of \(count.requests) to \(stub), \(came == 0 ? "none" : "\(came)") came."
    let line = warning(
      of: StubIssue(kind: .remark, text: text, location: stub.location), at: stub.location)
    if let test = self as? StubbedTestCase { test.warn(line) } else { write(line) }
  }

  func fail(_ issue: StubIssue, at place: StubLocation?) {
    RunningScenarios.recordingOther {
      #if canImport(ObjectiveC)
        // Without a location, the issue belongs to the test as a whole.
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

  func warning(of issue: StubIssue, at place: StubLocation?) -> String {
    let place = place.map { "\($0.filePath):\($0.line)" } ?? "<unknown>:0"
    return "\(place): warning: \(name) : \(issue.text)"
  }

  func write(_ warning: String) {
    // `FileHandle.write(_:)` would end the process if the write failed.
    try? FileHandle.standardError.write(contentsOf: Data((warning + "\n").utf8))
  }
}
