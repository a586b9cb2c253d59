public import Foundation
public import StubKit

/// Matches requests whose body is this JSON object, given as a Foundation dictionary.
@available(*, deprecated, message: "Write hasJsonBody([\"id\": 1]) with names that are strings.")
@_disfavoredOverload
public func hasJsonBody(_ jsonObject: [AnyHashable: Any]) -> RequestMatcher {
  StubKit.hasJsonBody(namedByStrings(jsonObject))
}

/// Matches requests whose body is a form with exactly these fields, in any order.
///
/// Unlike in OHHTTPStubs, a `+` in the body is a space: `q=a+b` has the value `"a b"`. The
/// `Content-Type` does not matter; to require it, add
/// `hasHeaderNamed("Content-Type", value: "application/x-www-form-urlencoded")`.
@available(
  *, deprecated, message: "Write hasFormBody([\"a\": \"1\"]), or the items without brackets."
)
public func hasFormBody(_ items: [URLQueryItem]) -> RequestMatcher {
  StubKit.hasFormBody(items.map { (key: $0.name, value: $0.value) })
}

/// Turns the names into strings at any depth, since names in JSON are strings.
private func namedByStrings(_ object: [AnyHashable: Any]) -> [String: Any?] {
  let members = object.map { ("\($0.base)", namedByStrings($1)) }
  return Dictionary(members) { $1 }
}

private func namedByStrings(_ value: Any) -> Any {
  if let object = value as? [AnyHashable: Any] {
    namedByStrings(object) as [String: Any?]
  } else if let array = value as? [Any] {
    array.map { namedByStrings($0) }
  } else {
    value
  }
}
