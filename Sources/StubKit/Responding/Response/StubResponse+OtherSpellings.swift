// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// Spellings of other libraries, for which the compiler names the right label; for the builders that are
// not here it does so by itself. None can be called.

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

  @available(*, unavailable, renamed: "json(_:status:headers:)")
  public static func json(_: StubJSON, code: Int, headers: StubHeaders = [:]) -> Self { .hang }

  @available(*, unavailable, renamed: "json(_:status:headers:)")
  @_disfavoredOverload
  public static func json<Value>(_: Value, code: Int, headers: StubHeaders = [:]) -> Self { .hang }

  @available(*, unavailable, renamed: "json(text:status:headers:)")
  public static func json(text: String, code: Int, headers: StubHeaders = [:]) -> Self { .hang }

  @available(*, unavailable, renamed: "status(_:headers:)")
  public static func statusCode(_: Int, headers: StubHeaders = [:]) -> Self { .hang }
}
