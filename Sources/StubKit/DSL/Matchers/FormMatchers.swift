public import Foundation

/// Matches requests whose body is a form (`a=1&b=x+y`) with exactly these fields, in any order.
///
/// Names and values are compared decoded; a nil value means no equals sign. The body counts,
/// whatever the `Content-Type`; to check the type, add `hasHeaderNamed("Content-Type", value: …)`.
public func hasFormBody(_ fields: KeyValuePairs<String, String?>) -> RequestMatcher {
  RequestMatcher(ItemsCriterion(.form, .init(fields), allowingOthers: false))
}

/// Matches requests whose body is a form with exactly the fields of this dictionary.
@_disfavoredOverload
public func hasFormBody(
  _ fields: some Collection<(key: String, value: String?)>
) -> RequestMatcher {
  RequestMatcher(ItemsCriterion(.form, .init(sorting: fields), allowingOthers: false))
}

/// Matches requests whose body is a form with exactly the fields and values of this dictionary.
@_disfavoredOverload
public func hasFormBody(
  _ fields: some Collection<(key: String, value: String)>
) -> RequestMatcher {
  RequestMatcher(ItemsCriterion(.form, .init(sorting: fields), allowingOthers: false))
}

/// Matches requests whose body is a form with exactly these fields, each as often as it is given.
public func hasFormBody(_ fields: URLQueryItem...) -> RequestMatcher {
  RequestMatcher(ItemsCriterion(.form, fields, allowingOthers: false))
}

/// Matches requests whose body is a form that has each of these fields, among others.
///
/// ```swift
/// containsFormBody(["user": "ada"])   // user=ada&remember=on
/// ```
/// Names and values are compared decoded; a nil value means no equals sign.
public func containsFormBody(_ fields: KeyValuePairs<String, String?>) -> RequestMatcher {
  RequestMatcher(ItemsCriterion(.form, .init(fields)))
}

/// Matches requests whose body is a form that has each field of this dictionary, among others.
@_disfavoredOverload
public func containsFormBody(
  _ fields: some Collection<(key: String, value: String?)>
) -> RequestMatcher { RequestMatcher(ItemsCriterion(.form, .init(sorting: fields))) }

/// Matches requests whose body is a form that has each field and value of this dictionary.
@_disfavoredOverload
public func containsFormBody(
  _ fields: some Collection<(key: String, value: String)>
) -> RequestMatcher { RequestMatcher(ItemsCriterion(.form, .init(sorting: fields))) }

/// Matches requests whose form body has each of these fields, at least as often as given here.
public func containsFormBody(_ fields: URLQueryItem...) -> RequestMatcher {
  RequestMatcher(ItemsCriterion(.form, fields))
}
