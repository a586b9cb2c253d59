public import Foundation

/// Matches requests whose body is exactly these bytes; a missing body counts as empty.
public func hasBody(_ data: Data) -> RequestMatcher {
  RequestMatcher(BodyCriterion(data: data))
}

/// Matches requests whose body contains this text, in UTF-8.
public func bodyContains(_ text: String) -> RequestMatcher {
  RequestMatcher(BodyTextCriterion(text: text))
}

/// Matches requests whose body is this JSON, whatever its spacing and the order of its members.
///
/// ```swift
/// hasJsonBody(["id": 1, "tags": ["a", "b"], "note": nil])
/// ```
/// Numbers are equal if their values are: `1` is `1.0`, and is not `true`.
public func hasJsonBody(_ json: StubJSON) -> RequestMatcher {
  RequestMatcher(JSONBodyCriterion(json, isSubset: false))
}

/// Matches requests whose body is this JSON object, given as values of any type.
///
/// A value that cannot be written as JSON is a mistake (see `RequestMatcher.mistake`).
@_disfavoredOverload
public func hasJsonBody(_ json: [String: Any?]) -> RequestMatcher {
  RequestMatcher { () throws(MatcherMistake) in
    try JSONBodyCriterion(converting: json, isSubset: false)
  }
}

/// Matches requests whose body is JSON that contains at least this.
///
/// ```swift
/// containsJson(["user": ["id": 1]])   // {"user": {"id": 1, "name": "Ann"}, "page": 2}
/// ```
/// Objects may have more members than given, at any depth; arrays must be equal.
public func containsJson(_ json: StubJSON) -> RequestMatcher {
  RequestMatcher(JSONBodyCriterion(json, isSubset: true))
}

/// Matches requests whose body is JSON that contains at least this, given as values of any type.
///
/// A value that cannot be written as JSON is a mistake (see `RequestMatcher.mistake`).
@_disfavoredOverload
public func containsJson(_ json: [String: Any?]) -> RequestMatcher {
  RequestMatcher { () throws(MatcherMistake) in
    try JSONBodyCriterion(converting: json, isSubset: true)
  }
}

/// Matches requests whose body is a form (`a=1&b=x+y`) with exactly these fields, in any order.
///
/// Names and values are compared decoded; nil is a name without an equals sign.
public func hasFormBody(_ fields: [String: String?]) -> RequestMatcher {
  RequestMatcher(FormBodyCriterion(.dictionary(fields)))
}

/// Matches requests whose body is a form with exactly these fields, each as often as it is given.
public func hasFormBody(_ fields: URLQueryItem...) -> RequestMatcher {
  RequestMatcher(FormBodyCriterion(.items(fields)))
}

/// Matches requests for the GraphQL operation of this name.
///
/// ```swift
/// stub(condition: isGraphQLOperation("GetUser"), response: .json(["data": ["user": nil]]))
/// ```
/// The name is taken from `operationName`, or else from the text of `query`, in a JSON body (which
/// may be a batch) or in the URL of a GET.
public func isGraphQLOperation(_ name: String) -> RequestMatcher {
  RequestMatcher(GraphQLCriterion(operationName: name))
}
