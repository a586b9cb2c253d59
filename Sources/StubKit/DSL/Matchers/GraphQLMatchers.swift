public import Foundation

/// Matches requests for the GraphQL operation of this name.
///
/// ```swift
/// stub(condition: isGraphQLOperation("GetUser"), response: .json(["data": ["user": nil]]))
/// ```
/// The name is taken from `operationName`, or else from the text of `query`, in the URL or in a
/// JSON body, which may be a batch. A text with several operations matches only if `operationName`
/// selects one of them, as servers require.
public func isGraphQLOperation(_ name: String) -> RequestMatcher {
  RequestMatcher(parsing: try GraphQLCriterion(name: name))
}

/// Matches requests for the GraphQL operation of this name with at least these variables.
///
/// ```swift
/// isGraphQLOperation("GetUser", variables: ["id": 7])
/// isGraphQLOperation("AddUser", variables: ["input": ["name": "Ada", "born": .anyString]])
/// ```
/// Objects may have more members than given, at any depth, as in `containsJson`.
public func isGraphQLOperation(_ name: String, variables: JSONPattern) -> RequestMatcher {
  RequestMatcher(parsing: try GraphQLCriterion(name: name, variables: variables))
}

/// Matches requests for this GraphQL operation with at least these variables, given as any values.
@_disfavoredOverload
public func isGraphQLOperation(_ name: String, variables: [String: Any?]) -> RequestMatcher {
  isGraphQLOperation(name, variables: JSONPattern { try StubJSON(variables) })
}

/// Matches requests for this GraphQL operation with at least the variables in an encodable value.
@_disfavoredOverload
public func isGraphQLOperation(
  _ name: String, variables: some Encodable, encoder: JSONEncoder = JSONEncoder()
) -> RequestMatcher {
  isGraphQLOperation(
    name, variables: JSONPattern { try StubJSON(encoding: variables, with: encoder) })
}

/// Matches requests for a GraphQL query, named or not.
///
/// ```swift
/// stub(condition: isPath("/graphql") && isGraphQLQuery(), response: .json(["data": [:]]))
/// ```
/// The kind of an operation is read from the text of `query`, so a request that sends only the name
/// of an operation matches neither `isGraphQLQuery` nor `isGraphQLMutation`.
public func isGraphQLQuery() -> RequestMatcher { RequestMatcher(GraphQLCriterion(kind: .query)) }

/// Matches requests for a GraphQL mutation, named or not; see `isGraphQLQuery()`.
public func isGraphQLMutation() -> RequestMatcher {
  RequestMatcher(GraphQLCriterion(kind: .mutation))
}
