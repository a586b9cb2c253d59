/// Matches every request.
public func anyRequest() -> RequestMatcher { RequestMatcher(AnyRequestCriterion()) }

/// Matches the requests for which the closure returns true.
///
/// ```swift
/// satisfies("an even user id") {
///   Int($0.url?.lastPathComponent ?? "")?.isMultiple(of: 2) ?? false
/// }
/// ```
/// Reports show the description in place of the closure. The closure receives the request with its
/// body, and may run more than once for a request, on any thread.
public func satisfies(
  _ description: String, _ closure: @escaping @Sendable (StubRequest) -> Bool
) -> RequestMatcher { RequestMatcher(ClosureCriterion(label: description, closure: closure)) }

/// Matches the requests for which the closure returns true; reports show `satisfies { … }`.
public func satisfies(_ closure: @escaping @Sendable (StubRequest) -> Bool) -> RequestMatcher {
  RequestMatcher(ClosureCriterion(label: nil, closure: closure))
}
