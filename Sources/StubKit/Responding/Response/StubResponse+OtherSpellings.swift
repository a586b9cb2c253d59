public import Foundation

// Spellings of other libraries, for which the compiler names the right label.

extension StubResponse {
  /// Not available: write `.json(…, status:)`.
  @available(*, unavailable, renamed: "json(_:status:headers:)")
  public static func json(_ value: StubJSON, statusCode status: Int, headers: StubHeaders = [:])
    -> StubResponse
  { json(value, status: status, headers: headers) }

  /// Not available: write `.json(…, status:)`.
  @available(*, unavailable, renamed: "json(_:status:headers:)")
  @_disfavoredOverload
  public static func json<Value>(_ value: Value, statusCode status: Int, headers: StubHeaders = [:])
    -> StubResponse
  { .hang }

  /// Not available: write `.json(text:status:)`.
  @available(*, unavailable, renamed: "json(text:status:headers:)")
  public static func json(text: String, statusCode status: Int, headers: StubHeaders = [:])
    -> StubResponse
  { json(text: text, status: status, headers: headers) }

  /// Not available: write `.data(…, status:)`.
  @available(*, unavailable, renamed: "data(_:status:headers:)")
  public static func data(_ data: Data, statusCode status: Int, headers: StubHeaders = [:])
    -> StubResponse
  { .data(data, status: status, headers: headers) }

  /// Not available: write `.text(…, status:)`.
  @available(*, unavailable, renamed: "text(_:status:headers:)")
  public static func text(_ text: String, statusCode status: Int, headers: StubHeaders = [:])
    -> StubResponse
  { .text(text, status: status, headers: headers) }

  /// Not available: write `.html(…, status:)`.
  @available(*, unavailable, renamed: "html(_:status:headers:)")
  public static func html(_ html: String, statusCode status: Int, headers: StubHeaders = [:])
    -> StubResponse
  { .html(html, status: status, headers: headers) }

  /// Not available: write `.file(…, status:)`.
  @available(*, unavailable, renamed: "file(_:status:headers:)")
  public static func file(_ file: URL, statusCode status: Int, headers: StubHeaders = [:])
    -> StubResponse
  { .file(file, status: status, headers: headers) }

  /// Not available: write `.fixture(…, in: …, status:)`.
  @available(*, unavailable, renamed: "fixture(_:in:status:headers:)")
  public static func fixture(
    _ name: String, in bundle: Bundle, statusCode status: Int, headers: StubHeaders = [:]
  ) -> StubResponse { .fixture(name, in: bundle, status: status, headers: headers) }

  /// Not available: write `.redirect(to: …, status:)`.
  @available(*, unavailable, renamed: "redirect(to:status:headers:)")
  public static func redirect(to url: URL, statusCode status: Int, headers: StubHeaders = [:])
    -> StubResponse
  { .redirect(to: url, status: status, headers: headers) }

  /// Not available: write `.status(…)`.
  @available(*, unavailable, renamed: "status(_:headers:)")
  public static func status(statusCode: Int, headers: StubHeaders = [:]) -> StubResponse {
    .status(statusCode, headers: headers)
  }

  /// Not available: write `.json(…, status:)`.
  @available(*, unavailable, renamed: "json(_:status:headers:)")
  public static func json(_ value: StubJSON, code status: Int, headers: StubHeaders = [:])
    -> StubResponse
  { json(value, status: status, headers: headers) }

  /// Not available: write `.json(…, status:)`.
  @available(*, unavailable, renamed: "json(_:status:headers:)")
  @_disfavoredOverload
  public static func json<Value>(_ value: Value, code status: Int, headers: StubHeaders = [:])
    -> StubResponse
  { .hang }

  /// Not available: write `.json(text:status:)`.
  @available(*, unavailable, renamed: "json(text:status:headers:)")
  public static func json(text: String, code status: Int, headers: StubHeaders = [:])
    -> StubResponse
  { json(text: text, status: status, headers: headers) }

  /// Not available: write `.data(…, status:)`.
  @available(*, unavailable, renamed: "data(_:status:headers:)")
  public static func data(_ data: Data, code status: Int, headers: StubHeaders = [:])
    -> StubResponse
  { .data(data, status: status, headers: headers) }

  /// Not available: write `.text(…, status:)`.
  @available(*, unavailable, renamed: "text(_:status:headers:)")
  public static func text(_ text: String, code status: Int, headers: StubHeaders = [:])
    -> StubResponse
  { .text(text, status: status, headers: headers) }

  /// Not available: write `.html(…, status:)`.
  @available(*, unavailable, renamed: "html(_:status:headers:)")
  public static func html(_ html: String, code status: Int, headers: StubHeaders = [:])
    -> StubResponse
  { .html(html, status: status, headers: headers) }

  /// Not available: write `.file(…, status:)`.
  @available(*, unavailable, renamed: "file(_:status:headers:)")
  public static func file(_ file: URL, code status: Int, headers: StubHeaders = [:]) -> StubResponse
  { .file(file, status: status, headers: headers) }

  /// Not available: write `.fixture(…, in: …, status:)`.
  @available(*, unavailable, renamed: "fixture(_:in:status:headers:)")
  public static func fixture(
    _ name: String, in bundle: Bundle, code status: Int, headers: StubHeaders = [:]
  ) -> StubResponse { .fixture(name, in: bundle, status: status, headers: headers) }

  /// Not available: write `.redirect(to: …, status:)`.
  @available(*, unavailable, renamed: "redirect(to:status:headers:)")
  public static func redirect(to url: URL, code status: Int, headers: StubHeaders = [:])
    -> StubResponse
  { .redirect(to: url, status: status, headers: headers) }

  /// Not available: write `.status(…)`.
  @available(*, unavailable, renamed: "status(_:headers:)")
  public static func status(code: Int, headers: StubHeaders = [:]) -> StubResponse {
    .status(code, headers: headers)
  }

  /// Not available: write `.status(…)`.
  @available(*, unavailable, renamed: "status(_:headers:)")
  public static func statusCode(_ status: Int, headers: StubHeaders = [:]) -> StubResponse {
    .status(status, headers: headers)
  }
}
