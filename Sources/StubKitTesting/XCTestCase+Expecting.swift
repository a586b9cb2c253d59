public import StubKit
public import XCTest

extension XCTestCase {
  /// Expects a number of requests to a stub that have ended, in tests that do not await.
  ///
  /// ```swift
  /// let upload = stub(condition: isPath("/upload"), response: .status(201))
  /// let uploaded = expectation(for: upload, count: 2)
  /// app.startUploadInBackground()
  /// wait(for: [uploaded], timeout: 5)
  /// ```
  /// It counts all requests since the stub was registered, and is fulfilled once, when so many
  /// exchanges have ended: just before the app hears of the last of them.
  ///
  /// - Parameters:
  ///   - stub: What the requests are answered by.
  ///   - count: How many of them have to end.
  public func expectation(for stub: Stub, count: Int = 1) -> XCTestExpectation {
    let requests = count == 1 ? "1 request" : "\(count) requests"
    let expectation = expectation(description: "\(requests) to \(stub) to end")
    let waiting = Task.detached {
      if await stub.wait(for: count, until: .ended) { expectation.fulfill() }
    }
    addTeardownBlock { waiting.cancel() }
    return expectation
  }
}
