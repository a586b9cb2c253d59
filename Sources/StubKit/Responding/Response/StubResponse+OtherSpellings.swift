// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Foundation

// Spellings of other libraries, for which the compiler names the right label. None can be called.

extension StubResponse {
  @available(*, unavailable, renamed: "json(_:status:headers:)")
  public static func json(_: StubJSON, statusCode: Int, headers: StubHeaders = [:]) -> Self {
    .hang
  }

  @available(*, unavailable, renamed: "json(_:status:headers:)")
  @_disfavoredOverload
  public static func json<Value>(_: Value, statusCode: Int, headers: StubHeaders = [:]) -> Self {
    .hang
  }

  @available(*, unavailable, renamed: "json(text:status:headers:)")
  public static func json(text: String, statusCode: Int, headers: StubHeaders = [:]) -> Self {
    .hang
  }

  @available(*, unavailable, renamed: "data(_:status:headers:)")
  public static func data(_: Data, statusCode: Int, headers: StubHeaders = [:]) -> Self { .hang }

  @available(*, unavailable, renamed: "text(_:status:headers:)")
  public static func text(_: String, statusCode: Int, headers: StubHeaders = [:]) -> Self { .hang }

  @available(*, unavailable, renamed: "html(_:status:headers:)")
  public static func html(_: String, statusCode: Int, headers: StubHeaders = [:]) -> Self { .hang }

  @available(*, unavailable, renamed: "file(_:status:headers:)")
  public static func file(_: URL, statusCode: Int, headers: StubHeaders = [:]) -> Self { .hang }

  @available(*, unavailable, renamed: "fixture(_:in:status:headers:)")
  public static func fixture(
    _: String, in: Bundle, statusCode: Int, headers: StubHeaders = [:]
  ) -> Self { .hang }

  @available(*, unavailable, renamed: "redirect(to:status:headers:)")
  public static func redirect(to: Any, statusCode: Int, headers: StubHeaders = [:]) -> Self {
    .hang
  }

  @available(*, unavailable, renamed: "status(_:headers:)")
  public static func status(statusCode: Int, headers: StubHeaders = [:]) -> Self { .hang }

  @available(*, unavailable, renamed: "json(_:status:headers:)")
  public static func json(_: StubJSON, code: Int, headers: StubHeaders = [:]) -> Self { .hang }

  @available(*, unavailable, renamed: "json(_:status:headers:)")
  @_disfavoredOverload
  public static func json<Value>(_: Value, code: Int, headers: StubHeaders = [:]) -> Self { .hang }

  @available(*, unavailable, renamed: "json(text:status:headers:)")
  public static func json(text: String, code: Int, headers: StubHeaders = [:]) -> Self { .hang }

  @available(*, unavailable, renamed: "data(_:status:headers:)")
  public static func data(_: Data, code: Int, headers: StubHeaders = [:]) -> Self { .hang }

  @available(*, unavailable, renamed: "text(_:status:headers:)")
  public static func text(_: String, code: Int, headers: StubHeaders = [:]) -> Self { .hang }

  @available(*, unavailable, renamed: "html(_:status:headers:)")
  public static func html(_: String, code: Int, headers: StubHeaders = [:]) -> Self { .hang }

  @available(*, unavailable, renamed: "file(_:status:headers:)")
  public static func file(_: URL, code: Int, headers: StubHeaders = [:]) -> Self { .hang }

  @available(*, unavailable, renamed: "fixture(_:in:status:headers:)")
  public static func fixture(
    _: String, in: Bundle, code: Int, headers: StubHeaders = [:]
  ) -> Self { .hang }

  @available(*, unavailable, renamed: "redirect(to:status:headers:)")
  public static func redirect(to: Any, code: Int, headers: StubHeaders = [:]) -> Self { .hang }

  @available(*, unavailable, renamed: "status(_:headers:)")
  public static func status(code: Int, headers: StubHeaders = [:]) -> Self { .hang }

  @available(*, unavailable, renamed: "status(_:headers:)")
  public static func statusCode(_: Int, headers: StubHeaders = [:]) -> Self { .hang }
}
