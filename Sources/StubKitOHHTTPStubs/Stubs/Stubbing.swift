public import StubKit

/// Answers matching requests with the responses that a closure returns.
@available(*, deprecated, message: "Return a StubResponse: { _ in .json([\"id\": 1]) }.")
@discardableResult
public func stub(
  condition: RequestMatcher, fileID: String = #fileID, filePath: String = #filePath,
  line: Int = #line, column: Int = #column, response: @escaping HTTPStubsResponseBlock
) -> any HTTPStubsDescriptor {
  RegisteredStub.register(
    condition, response, fileID: fileID, filePath: filePath, line: line, column: column)
}

/// Answers requests for which the closure `condition` returns true.
@available(*, deprecated, message: "Write stub(condition: satisfies { … }) { request in … }.")
@discardableResult
public func stub(
  condition: @escaping HTTPStubsTestBlock, fileID: String = #fileID, filePath: String = #filePath,
  line: Int = #line, column: Int = #column, response: @escaping HTTPStubsResponseBlock
) -> any HTTPStubsDescriptor {
  RegisteredStub.register(
    RequestMatcher(condition), response, fileID: fileID, filePath: filePath, line: line,
    column: column)
}

/// Answers with the file at a path.
@available(*, deprecated, message: "Return StubKit's fixture(filePath: path), a StubResponse.")
public func fixture(
  filePath: String, status: Int32 = 200, headers: [AnyHashable: Any]?
) -> HTTPStubsResponse {
  HTTPStubsResponse(fileAtPath: filePath, statusCode: status, headers: headers)
}
