// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// For spellings of other libraries, and likely guesses, the compiler names the right function.

@available(*, unavailable, renamed: "isMethodGET()")
public func isMethodGet() -> RequestMatcher { anyRequest() }
@available(*, unavailable, renamed: "isMethodPOST()")
public func isMethodPost() -> RequestMatcher { anyRequest() }
@available(*, unavailable, renamed: "isMethodPUT()")
public func isMethodPut() -> RequestMatcher { anyRequest() }
@available(*, unavailable, renamed: "isMethodPATCH()")
public func isMethodPatch() -> RequestMatcher { anyRequest() }
@available(*, unavailable, renamed: "isMethodDELETE()")
public func isMethodDelete() -> RequestMatcher { anyRequest() }
@available(*, unavailable, message: "write isMethod(.options)")
public func isMethodOPTIONS() -> RequestMatcher { anyRequest() }

@available(*, unavailable, renamed: "isAbsoluteURLString(_:)")
public func isURL(_ url: String) -> RequestMatcher { anyRequest() }
@available(*, unavailable, renamed: "isAbsoluteURLString(_:)")
public func isAbsoluteURL(_ url: String) -> RequestMatcher { anyRequest() }
@available(*, unavailable, renamed: "absoluteURLMatches(_:)")
public func urlMatches(_ pattern: String) -> RequestMatcher { anyRequest() }

@available(*, unavailable, message: "for one of several write isHost(\"a.b\") || isHost(\"c.d\")")
public func isHost(_: String, _: String, _: String...) -> RequestMatcher { anyRequest() }
@available(*, unavailable, message: "for one of several write isPath(\"/a\") || isPath(\"/b\")")
public func isPath(_: String, _: String, _: String...) -> RequestMatcher { anyRequest() }

@available(*, unavailable, message: "write containsQuery(…), or hasExactQuery(…) for all items")
public func hasQuery(_ name: String, _ value: String? = nil) -> RequestMatcher { anyRequest() }
@available(*, unavailable, message: "write containsQuery(…), or hasExactQuery(…) for all items")
public func hasQuery(_ items: KeyValuePairs<String, String?>) -> RequestMatcher { anyRequest() }
@available(*, unavailable, message: "write the items: hasExactQuery([\"page\": \"2\"])")
public func hasExactQuery(_: String, _: String? = nil) -> RequestMatcher { anyRequest() }

@available(*, unavailable, renamed: "hasHeaderNamed(_:)")
public func hasHeader(_ name: String) -> RequestMatcher { anyRequest() }
@available(*, unavailable, renamed: "hasHeaderNamed(_:value:)")
public func hasHeader(_ name: String, _ value: String) -> RequestMatcher { anyRequest() }
@available(*, unavailable, renamed: "hasHeaderNamed(_:value:)")
public func hasHeader(_ name: String, value: String) -> RequestMatcher { anyRequest() }
@available(*, unavailable, message: "write hasHeaderNamed(\"A\", value: \"1\") && …")
public func hasHeaders(_ headers: [String: String]) -> RequestMatcher { anyRequest() }

@available(*, unavailable, message: "hasBody takes Data or a text; for JSON it is hasJsonBody(…)")
@_disfavoredOverload
public func hasBody(_ value: some Encodable) -> RequestMatcher { anyRequest() }
@available(*, unavailable, message: "hasBody takes Data or a text; for JSON it is hasJsonBody(…)")
@_disfavoredOverload
public func hasBody(_ json: [String: Any?]) -> RequestMatcher { anyRequest() }

@available(*, unavailable, renamed: "hasJsonBody(_:)")
public func hasJSONBody(_ json: StubJSON) -> RequestMatcher { anyRequest() }
@available(*, unavailable, renamed: "hasJsonBody(_:)")
@_disfavoredOverload
public func hasJSONBody(_ value: Any?) -> RequestMatcher { anyRequest() }
@available(*, unavailable, renamed: "containsJson(_:)")
public func containsJSON(_ json: StubJSON) -> RequestMatcher { anyRequest() }
@available(*, unavailable, renamed: "containsJson(_:)")
@_disfavoredOverload
public func containsJSON(_ value: Any?) -> RequestMatcher { anyRequest() }
@available(*, unavailable, message: "write the member as an object: containsJson([\"id\": 1])")
public func containsJson(_ name: String, _ value: StubJSON) -> RequestMatcher { anyRequest() }

@available(*, unavailable, message: "write the fields: hasFormBody([\"a\": \"1\"])")
public func hasFormBody(_ form: String, _ value: String? = nil) -> RequestMatcher { anyRequest() }
@available(*, unavailable, message: "write the fields: containsFormBody([\"a\": \"1\"])")
public func containsFormBody(_: String, _: String? = nil) -> RequestMatcher { anyRequest() }

@available(*, unavailable, renamed: "isGraphQLOperation(_:)")
public func isGraphQLQuery(_ name: String) -> RequestMatcher { anyRequest() }
@available(*, unavailable, renamed: "isGraphQLOperation(_:)")
public func isGraphQLMutation(_ name: String) -> RequestMatcher { anyRequest() }

extension RequestMatcher {
  @available(*, unavailable, message: "write && between conditions")
  public static func & (lhs: RequestMatcher, rhs: RequestMatcher) -> RequestMatcher { anyRequest() }
  @available(*, unavailable, message: "write || between conditions")
  public static func | (lhs: RequestMatcher, rhs: RequestMatcher) -> RequestMatcher { anyRequest() }
}
