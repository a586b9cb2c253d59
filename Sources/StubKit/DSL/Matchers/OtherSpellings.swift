// Spellings of other libraries, and likely guesses, for which the compiler names the right one.

/// Not available: write `isMethodGET()`.
@available(*, unavailable, renamed: "isMethodGET()")
public func isMethodGet() -> RequestMatcher { anyRequest() }

/// Not available: write `isMethodPOST()`.
@available(*, unavailable, renamed: "isMethodPOST()")
public func isMethodPost() -> RequestMatcher { anyRequest() }

/// Not available: write `isMethodPUT()`.
@available(*, unavailable, renamed: "isMethodPUT()")
public func isMethodPut() -> RequestMatcher { anyRequest() }

/// Not available: write `isMethodPATCH()`.
@available(*, unavailable, renamed: "isMethodPATCH()")
public func isMethodPatch() -> RequestMatcher { anyRequest() }

/// Not available: write `isMethodDELETE()`.
@available(*, unavailable, renamed: "isMethodDELETE()")
public func isMethodDelete() -> RequestMatcher { anyRequest() }

/// Not available: write `isMethod(.options)`.
@available(*, unavailable, message: "write isMethod(.options)")
public func isMethodOPTIONS() -> RequestMatcher { anyRequest() }

/// Not available: write `isAbsoluteURLString(_:)`.
@available(*, unavailable, renamed: "isAbsoluteURLString(_:)")
public func isURL(_ url: String) -> RequestMatcher { anyRequest() }

/// Not available: write `isAbsoluteURLString(_:)`.
@available(*, unavailable, renamed: "isAbsoluteURLString(_:)")
public func isAbsoluteURL(_ url: String) -> RequestMatcher { anyRequest() }

/// Not available: write `absoluteURLMatches(_:)`.
@available(*, unavailable, renamed: "absoluteURLMatches(_:)")
public func urlMatches(_ pattern: String) -> RequestMatcher { anyRequest() }

/// Not available: write `isHost(_:)` for each, with `||` between them.
@available(
  *, unavailable, message: "for one of several write isHost(\"a.com\") || isHost(\"b.com\")"
)
public func isHost(_ host: String, _ other: String, _ more: String...) -> RequestMatcher {
  anyRequest()
}

/// Not available: write `isPath(_:)` for each, with `||` between them.
@available(*, unavailable, message: "for one of several write isPath(\"/a\") || isPath(\"/b\")")
public func isPath(_ path: String, _ other: String, _ more: String...) -> RequestMatcher {
  anyRequest()
}

/// Not available: write `containsQuery(_:_:)`, or `hasExactQuery(_:)` if there are no others.
@available(
  *, unavailable,
  message: "write containsQuery(…) for items among others, or hasExactQuery(…) for all of them"
)
public func hasQuery(_ name: String, _ value: String? = nil) -> RequestMatcher { anyRequest() }

/// Not available: write `containsQuery(_:)`, or `hasExactQuery(_:)` if there are no others.
@available(
  *, unavailable,
  message: "write containsQuery(…) for items among others, or hasExactQuery(…) for all of them"
)
public func hasQuery(_ items: KeyValuePairs<String, String?>) -> RequestMatcher { anyRequest() }

/// Not available: write the items, `hasExactQuery(["page": "2"])`.
@available(*, unavailable, message: "write the items: hasExactQuery([\"page\": \"2\"])")
public func hasExactQuery(_ query: String, _ value: String? = nil) -> RequestMatcher {
  anyRequest()
}

/// Not available: write `hasHeaderNamed(_:)`.
@available(*, unavailable, renamed: "hasHeaderNamed(_:)")
public func hasHeader(_ name: String) -> RequestMatcher { anyRequest() }

/// Not available: write `hasHeaderNamed(_:value:)`.
@available(*, unavailable, renamed: "hasHeaderNamed(_:value:)")
public func hasHeader(_ name: String, _ value: String) -> RequestMatcher { anyRequest() }

/// Not available: write `hasHeaderNamed(_:value:)`.
@available(*, unavailable, renamed: "hasHeaderNamed(_:value:)")
public func hasHeader(_ name: String, value: String) -> RequestMatcher { anyRequest() }

/// Not available: write `hasHeaderNamed(_:value:)` for each, with `&&` between them.
@available(
  *, unavailable,
  message: "write hasHeaderNamed(\"A\", value: \"1\") && hasHeaderNamed(\"B\", value: \"2\")"
)
public func hasHeaders(_ headers: [String: String]) -> RequestMatcher { anyRequest() }

/// Not available: write `hasJsonBody(_:)` for JSON; the bytes of a body are `Data` or a text.
@available(
  *, unavailable, message: "hasBody takes Data or a text; for JSON write hasJsonBody(…)"
)
@_disfavoredOverload
public func hasBody(_ value: some Encodable) -> RequestMatcher { anyRequest() }

/// Not available: write `hasJsonBody(_:)` for JSON; the bytes of a body are `Data` or a text.
@available(
  *, unavailable, message: "hasBody takes Data or a text; for JSON write hasJsonBody(…)"
)
@_disfavoredOverload
public func hasBody(_ json: [String: Any?]) -> RequestMatcher { anyRequest() }

/// Not available: write `hasJsonBody(_:)`.
@available(*, unavailable, renamed: "hasJsonBody(_:)")
public func hasJSONBody(_ json: StubJSON) -> RequestMatcher { anyRequest() }

/// Not available: write `hasJsonBody(_:)`.
@available(*, unavailable, renamed: "hasJsonBody(_:)")
@_disfavoredOverload
public func hasJSONBody(_ value: Any?) -> RequestMatcher { anyRequest() }

/// Not available: write `containsJson(_:)`.
@available(*, unavailable, renamed: "containsJson(_:)")
public func containsJSON(_ json: StubJSON) -> RequestMatcher { anyRequest() }

/// Not available: write `containsJson(_:)`.
@available(*, unavailable, renamed: "containsJson(_:)")
@_disfavoredOverload
public func containsJSON(_ value: Any?) -> RequestMatcher { anyRequest() }

/// Not available: write the member as an object, `containsJson(["id": 1])`.
@available(*, unavailable, message: "write the member as an object: containsJson([\"id\": 1])")
public func containsJson(_ name: String, _ value: StubJSON) -> RequestMatcher { anyRequest() }

/// Not available: write the fields, `hasFormBody(["a": "1"])`.
@available(*, unavailable, message: "write the fields: hasFormBody([\"a\": \"1\"])")
public func hasFormBody(_ form: String, _ value: String? = nil) -> RequestMatcher { anyRequest() }

/// Not available: write the fields, `containsFormBody(["a": "1"])`.
@available(*, unavailable, message: "write the fields: containsFormBody([\"a\": \"1\"])")
public func containsFormBody(_ form: String, _ value: String? = nil) -> RequestMatcher {
  anyRequest()
}

/// Not available: write `isGraphQLOperation(_:)`.
@available(*, unavailable, renamed: "isGraphQLOperation(_:)")
public func isGraphQLQuery(_ name: String) -> RequestMatcher { anyRequest() }

/// Not available: write `isGraphQLOperation(_:)`.
@available(*, unavailable, renamed: "isGraphQLOperation(_:)")
public func isGraphQLMutation(_ name: String) -> RequestMatcher { anyRequest() }

extension RequestMatcher {
  /// Not available: write `&&`.
  @available(*, unavailable, message: "write && between conditions")
  public static func & (lhs: RequestMatcher, rhs: RequestMatcher) -> RequestMatcher { anyRequest() }

  /// Not available: write `||`.
  @available(*, unavailable, message: "write || between conditions")
  public static func | (lhs: RequestMatcher, rhs: RequestMatcher) -> RequestMatcher { anyRequest() }
}
