public import StubKit

/// Stands in for the module OHHTTPStubsSwift in code that writes `OHHTTPStubsSwift.stub(…)`.
@available(*, deprecated, message: "Write StubKit.stub(…), where stub(…) means another function.")
public typealias OHHTTPStubsSwift = HTTPStubs

// In code for OHHTTPStubs, the prefix of `OHHTTPStubs.stub(…)` is a module; here it is this class.
@available(*, deprecated)
extension HTTPStubs {
  /// Answers matching requests with the responses that a closure returns.
  @available(*, deprecated, message: "Write StubKit.stub(condition: …, response: .json([:])).")
  @discardableResult
  public static func stub(
    condition: RequestMatcher, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line, column: Int = #column, response: @escaping HTTPStubsResponseBlock
  ) -> any HTTPStubsDescriptor {
    RegisteredStub.register(
      condition, response, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Answers requests for which the closure `condition` returns true.
  @available(*, deprecated, message: "Write StubKit.stub(condition: satisfies { … }, response: …).")
  @discardableResult
  public static func stub(
    condition: @escaping HTTPStubsTestBlock, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line, column: Int = #column,
    response: @escaping HTTPStubsResponseBlock
  ) -> any HTTPStubsDescriptor {
    RegisteredStub.register(
      RequestMatcher(condition), response, fileID: fileID, filePath: filePath, line: line,
      column: column)
  }

  /// Answers with the file at a path.
  @available(*, deprecated, message: "Return StubKit's fixture(filePath: path), a StubResponse.")
  public static func fixture(
    filePath: String, status: Int32 = 200, headers: [AnyHashable: Any]?
  ) -> HTTPStubsResponse {
    HTTPStubsResponse(fileAtPath: filePath, statusCode: status, headers: headers)
  }
}
