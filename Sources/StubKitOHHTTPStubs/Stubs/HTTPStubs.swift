public import Foundation
public import StubKit

/// The stubs of the surrounding scope or test, or else those of the process.
///
/// OHHTTPStubs has one set of stubs for the process; these methods use the stubs of
/// `StubRegistry.current`.
@available(*, deprecated, message: "StubRegistry.current has the stubs, their settings and events.")
public final class HTTPStubs: NSObject {
  /// Answers the requests for which a closure returns true.
  @available(*, deprecated, message: "Write stub(condition: satisfies { … }) { request in … }.")
  @discardableResult
  public static func stubRequests(
    passingTest test: @escaping HTTPStubsTestBlock,
    withStubResponse response: @escaping HTTPStubsResponseBlock, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) -> any HTTPStubsDescriptor {
    RegisteredStub.register(
      RequestMatcher(test), response, fileID: fileID, filePath: filePath, line: line, column: column
    )
  }

  /// Removes a stub; returns false if it was already removed or used up.
  @available(*, deprecated, message: "Write stub.remove().")
  @discardableResult
  public static func removeStub(_ descriptor: any HTTPStubsDescriptor) -> Bool {
    (descriptor as? RegisteredStub)?.stub.map(removeStub) ?? false
  }

  /// Removes a stub; returns false if it was already removed or used up.
  @available(*, deprecated, message: "Write stub.remove().")
  @discardableResult
  public static func removeStub(_ stub: Stub) -> Bool {
    defer { stub.remove() }
    return stub.isActive
  }

  /// Removes every stub.
  @available(
    *, deprecated, message: "Write StubRegistry.current.removeAll(), or test with .stubbed."
  )
  public static func removeAllStubs() {
    StubRegistry.current.removeAll()
  }

  /// Every stub, oldest first.
  @available(*, deprecated, message: "Write StubRegistry.current.stubs.")
  public static func allStubs() -> [Any] {
    let registered = RegisteredStubs.current
    return StubRegistry.current.stubs.map { registered.descriptor(of: $0) }
  }
}
