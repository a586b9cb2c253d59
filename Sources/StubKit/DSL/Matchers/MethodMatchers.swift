/// Matches `GET` requests.
public func isMethodGET() -> RequestMatcher { isMethod(.get) }

/// Matches `POST` requests.
public func isMethodPOST() -> RequestMatcher { isMethod(.post) }

/// Matches `PUT` requests.
public func isMethodPUT() -> RequestMatcher { isMethod(.put) }

/// Matches `PATCH` requests.
public func isMethodPATCH() -> RequestMatcher { isMethod(.patch) }

/// Matches `DELETE` requests.
public func isMethodDELETE() -> RequestMatcher { isMethod(.delete) }

/// Matches `HEAD` requests.
public func isMethodHEAD() -> RequestMatcher { isMethod(.head) }

/// Matches requests whose method is one of these.
///
/// ```swift
/// stub(condition: isMethod(.get, "PROPFIND") && isHost("dav.example.com"), response: .status(207))
/// ```
public func isMethod(_ methods: StubRequest.Method...) -> RequestMatcher {
  RequestMatcher(MethodCriterion(methods: methods))
}

/// Matches requests whose method has this name, for a name that is not a literal.
@_disfavoredOverload
public func isMethod(_ name: String) -> RequestMatcher {
  isMethod(StubRequest.Method(rawValue: name))
}
