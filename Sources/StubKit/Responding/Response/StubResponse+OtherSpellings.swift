// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Foundation

// Calls with the labels of other libraries: the compiler rejects them, and names the right label.

@available(*, unavailable, message: "the label of the status is `status:`")
extension StubResponse {
  public static func json(_: StubJSON, statusCode: Int, headers: StubHeaders = [:]) -> Self {
    .hang
  }
  @_disfavoredOverload
  public static func json<Value>(_: Value, statusCode: Int, headers: StubHeaders = [:]) -> Self {
    .hang
  }
  public static func json(text: String, statusCode: Int, headers: StubHeaders = [:]) -> Self {
    .hang
  }
  public static func data(_: Data, statusCode: Int, headers: StubHeaders = [:]) -> Self { .hang }
  public static func text(_: String, statusCode: Int, headers: StubHeaders = [:]) -> Self { .hang }
  public static func html(_: String, statusCode: Int, headers: StubHeaders = [:]) -> Self { .hang }
  public static func file(_: URL, statusCode: Int, headers: StubHeaders = [:]) -> Self { .hang }
  public static func fixture(
    _: String, in: Bundle, statusCode: Int, headers: StubHeaders = [:]
  ) -> Self { .hang }
  public static func redirect(to: Any, statusCode: Int, headers: StubHeaders = [:]) -> Self {
    .hang
  }
  public static func json(_: StubJSON, code: Int, headers: StubHeaders = [:]) -> Self { .hang }
  @_disfavoredOverload
  public static func json<Value>(_: Value, code: Int, headers: StubHeaders = [:]) -> Self { .hang }
  public static func json(text: String, code: Int, headers: StubHeaders = [:]) -> Self { .hang }
  public static func data(_: Data, code: Int, headers: StubHeaders = [:]) -> Self { .hang }
  public static func text(_: String, code: Int, headers: StubHeaders = [:]) -> Self { .hang }
  public static func html(_: String, code: Int, headers: StubHeaders = [:]) -> Self { .hang }
  public static func file(_: URL, code: Int, headers: StubHeaders = [:]) -> Self { .hang }
  public static func fixture(
    _: String, in: Bundle, code: Int, headers: StubHeaders = [:]
  ) -> Self { .hang }
  public static func redirect(to: Any, code: Int, headers: StubHeaders = [:]) -> Self { .hang }
}

extension StubResponse {
  @available(*, unavailable, renamed: "status(_:headers:)")
  public static func statusCode(_: Int, headers: StubHeaders = [:]) -> Self { .hang }
}
