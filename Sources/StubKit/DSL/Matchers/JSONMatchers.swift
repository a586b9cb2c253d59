public import Foundation

/// Matches requests whose body is this JSON, whatever its spacing and the order of its members.
///
/// ```swift
/// hasJsonBody(["id": 1, "tags": ["a", "b"], "note": nil])
/// ```
/// Numbers are equal if their values are: `1` is `1.0`, and is not `true`.
public func hasJsonBody(_ json: StubJSON) -> RequestMatcher {
  jsonMatcher(isSubset: false, mayMeanText: true) { json }
}

/// Matches requests whose body is this JSON object, given as values of any type.
@_disfavoredOverload
public func hasJsonBody(_ json: [String: Any?]) -> RequestMatcher {
  jsonMatcher(isSubset: false) { try StubJSON(json) }
}

/// Matches requests whose body is this JSON array, given as values of any type.
@_disfavoredOverload
public func hasJsonBody(_ json: [Any?]) -> RequestMatcher {
  jsonMatcher(isSubset: false) { try StubJSON(json) }
}

/// Matches requests whose body is the JSON encoding of a value.
///
/// ```swift
/// hasJsonBody(User(id: 7, name: "Ada"))
/// ```
@_disfavoredOverload
public func hasJsonBody(
  _ value: some Encodable, encoder: JSONEncoder = JSONEncoder()
) -> RequestMatcher {
  jsonMatcher(isSubset: false, mayMeanText: value is String) {
    try StubJSON(encoding: value, with: encoder)
  }
}

/// Matches requests whose body is the JSON in these bytes, whatever its spacing.
public func hasJsonBody(_ data: Data) -> RequestMatcher {
  jsonMatcher(isSubset: false) { try StubJSON(parsing: data, isExact: true) }
}

/// Matches requests whose body is the JSON in this text: `hasJsonBody(text: #"{"id": 1}"#)`.
public func hasJsonBody(text: String) -> RequestMatcher {
  jsonMatcher(isSubset: false) { try StubJSON(parsing: Data(text.utf8), isExact: true) }
}

/// Matches requests whose body is JSON that fits a pattern, which may leave some values open.
///
/// ```swift
/// hasJsonBody(matching: ["id": .anyNumber, "name": "Ada", "tags": .unordered(["a", "b"])])
/// ```
public func hasJsonBody(matching pattern: JSONPattern) -> RequestMatcher {
  RequestMatcher(parsing: try JSONBodyCriterion(pattern, isPattern: true, isSubset: false))
}

/// Matches requests whose body is JSON that contains at least this.
///
/// ```swift
/// containsJson(["user": ["id": 1]])   // {"user": {"id": 1, "name": "Ann"}, "page": 2}
/// ```
/// Objects may have more members than given, at any depth; arrays must be equal.
public func containsJson(_ json: StubJSON) -> RequestMatcher {
  jsonMatcher(isSubset: true, mayMeanText: true) { json }
}

/// Matches requests whose body is JSON that contains at least this, given as values of any type.
@_disfavoredOverload
public func containsJson(_ json: [String: Any?]) -> RequestMatcher {
  jsonMatcher(isSubset: true) { try StubJSON(json) }
}

/// Matches requests whose body is JSON that contains at least the JSON encoding of a value.
@_disfavoredOverload
public func containsJson(
  _ value: some Encodable, encoder: JSONEncoder = JSONEncoder()
) -> RequestMatcher {
  jsonMatcher(isSubset: true, mayMeanText: value is String) {
    try StubJSON(encoding: value, with: encoder)
  }
}

/// Matches requests whose body is JSON that contains at least the JSON in these bytes.
public func containsJson(_ data: Data) -> RequestMatcher {
  jsonMatcher(isSubset: true) { try StubJSON(parsing: data, isExact: true) }
}

/// Matches requests whose body is JSON that contains at least the JSON in this text.
public func containsJson(text: String) -> RequestMatcher {
  jsonMatcher(isSubset: true) { try StubJSON(parsing: Data(text.utf8), isExact: true) }
}

/// Matches requests whose body is JSON that contains at least what a pattern asks for.
///
/// ```swift
/// containsJson(matching: ["user": ["id": .anyNumber]])   // {"user": {"id": 7, "name": "Ann"}}
/// ```
/// Objects may have more members than given, at any depth, except objects inside arrays.
public func containsJson(matching pattern: JSONPattern) -> RequestMatcher {
  RequestMatcher(parsing: try JSONBodyCriterion(pattern, isPattern: true, isSubset: true))
}

private func jsonMatcher(
  isSubset: Bool, mayMeanText: Bool = false, making make: () throws -> StubJSON
) -> RequestMatcher {
  RequestMatcher(
    parsing: try JSONBodyCriterion(
      JSONPattern(making: make), isPattern: false, isSubset: isSubset, mayMeanText: mayMeanText))
}
