import Foundation

/// Answers with the file at a path, read each time the response is used.
///
/// ```swift
/// stub(condition: isPath("/users"), response: fixture(filePath: "/tmp/users.json"))
/// ```
/// A relative path starts at the current directory. OHHTTPStubs has this name; ours is `.file`.
@_disfavoredOverload
public func fixture(
  filePath: String, status: Int = 200, headers: StubHeaders? = nil
) -> StubResponse {
  // Disfavored: where both fit, the compiler is to take the `fixture` of StubKitOHHTTPStubs.
  .file(URL(fileURLWithPath: filePath), status: status, headers: headers ?? [:])
}

/// Not available: write `fixture(filePath:status:)`.
@available(*, unavailable, renamed: "fixture(filePath:status:headers:)")
public func fixture(filePath: String, statusCode: Int, headers: Any? = nil) -> StubResponse {
  .hang
}

/// Not available: write `fixture(filePath:status:)`.
@available(*, unavailable, renamed: "fixture(filePath:status:headers:)")
public func fixture(filePath: String, code: Int, headers: Any? = nil) -> StubResponse { .hang }
