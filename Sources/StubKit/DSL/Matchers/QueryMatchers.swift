public import Foundation

/// Matches requests whose query has each of these items, in any order, among others.
///
/// ```swift
/// containsQuery(["page": "2", "q": "a b"])   // ?q=a%20b&sort=name&page=2
/// containsQuery(["flag": nil])               // ?flag, but not ?flag=
/// containsQuery(["tag": "a", "tag": "b"])    // ?tag=b&tag=a
/// ```
/// Names and values are compared percent-decoded; `+` is a plus, not a space. If a name occurs
/// several times, any of its values may match. Reports print the items in the literal's order.
public func containsQuery(_ items: KeyValuePairs<String, String?>) -> RequestMatcher {
  RequestMatcher(ItemsCriterion(.query, .init(items)))
}

/// Matches requests whose query has each of these items of a dictionary.
@_disfavoredOverload
public func containsQuery(
  _ items: some Collection<(key: String, value: String?)>
) -> RequestMatcher { RequestMatcher(ItemsCriterion(.query, .init(sorting: items))) }

/// Matches requests whose query has each of these items of a dictionary, all of them with values.
@_disfavoredOverload
public func containsQuery(
  _ items: some Collection<(key: String, value: String)>
) -> RequestMatcher { RequestMatcher(ItemsCriterion(.query, .init(sorting: items))) }

/// Matches requests whose query has each of these items, at least as often as given here.
///
/// ```swift
/// containsQuery(URLQueryItem(name: "tag", value: "a"), URLQueryItem(name: "tag", value: "b"))
/// ```
public func containsQuery(_ items: URLQueryItem...) -> RequestMatcher {
  RequestMatcher(ItemsCriterion(.query, items))
}

/// Matches requests whose query has an item of this name, with any value or none.
public func containsQuery(_ name: String) -> RequestMatcher {
  RequestMatcher(TextCriterion(.query(name), .exists))
}

/// Matches requests whose query has this item, among others.
///
/// ```swift
/// containsQuery("page", "2")   // ?q=a&page=2
/// containsQuery("flag", nil)   // ?flag, but not ?flag=
/// ```
public func containsQuery(_ name: String, _ value: String?) -> RequestMatcher {
  RequestMatcher(ItemsCriterion(.query, [URLQueryItem(name: name, value: value)]))
}

/// Matches requests whose query has this number under this name: `containsQuery("page", 2)`.
public func containsQuery(_ name: String, _ value: Int) -> RequestMatcher {
  containsQuery(name, "\(value)")
}

/// Matches requests whose query has each of these items, like `containsQuery(_:)`.
///
/// OHHTTPStubs uses this name.
public func containsQueryParams(_ items: KeyValuePairs<String, String?>) -> RequestMatcher {
  containsQuery(items)
}

/// Matches requests whose query has each of these items of a dictionary.
@_disfavoredOverload
public func containsQueryParams(
  _ items: some Collection<(key: String, value: String?)>
) -> RequestMatcher { containsQuery(items) }

/// Matches requests whose query has each of these items of a dictionary, all of them with values.
@_disfavoredOverload
public func containsQueryParams(
  _ items: some Collection<(key: String, value: String)>
) -> RequestMatcher { containsQuery(items) }

/// Matches requests whose query has exactly these items, in any order, and no others.
///
/// ```swift
/// hasExactQuery(["page": "2"])   // ?page=2, but neither ?page=2&q=a nor ?page=2&page=2
/// hasExactQuery([:])             // no query, or an empty one
/// ```
public func hasExactQuery(_ items: KeyValuePairs<String, String?>) -> RequestMatcher {
  RequestMatcher(ItemsCriterion(.query, .init(items), allowingOthers: false))
}

/// Matches requests whose query has exactly these items of a dictionary.
@_disfavoredOverload
public func hasExactQuery(
  _ items: some Collection<(key: String, value: String?)>
) -> RequestMatcher {
  RequestMatcher(ItemsCriterion(.query, .init(sorting: items), allowingOthers: false))
}

/// Matches requests whose query has exactly these items of a dictionary, all of them with values.
@_disfavoredOverload
public func hasExactQuery(
  _ items: some Collection<(key: String, value: String)>
) -> RequestMatcher {
  RequestMatcher(ItemsCriterion(.query, .init(sorting: items), allowingOthers: false))
}

/// Matches requests with exactly these query items, in any order, each as often as it is given.
public func hasExactQuery(_ items: URLQueryItem...) -> RequestMatcher {
  RequestMatcher(ItemsCriterion(.query, items, allowingOthers: false))
}

/// Matches requests with a query item of this name whose value contains a match of the pattern.
///
/// ```swift
/// queryMatches("page", "^[0-9]+$")
/// ```
public func queryMatches(
  _ name: String, _ pattern: String, options: NSRegularExpression.Options = []
) -> RequestMatcher { RequestMatcher(matching: pattern, options: options, in: .query(name)) }

/// Matches requests with a query item of this name whose value contains a match of the expression.
public func queryMatches(_ name: String, _ expression: NSRegularExpression) -> RequestMatcher {
  RequestMatcher(TextCriterion(.query(name), .matches(TextPattern(expression))))
}

/// Matches requests with a query item of this name whose value contains a match of the expression.
public func queryMatches<Output>(_ name: String, _ regex: Regex<Output>) -> RequestMatcher {
  RequestMatcher(TextCriterion(.query(name), .matches(TextPattern(regex))))
}

/// Matches requests whose query has no item of this name.
public func lacksQuery(_ name: String) -> RequestMatcher {
  RequestMatcher(TextCriterion(.query(name), .isMissing))
}
