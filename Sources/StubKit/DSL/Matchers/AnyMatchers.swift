/// Matches every request.
public func anyRequest() -> RequestMatcher { RequestMatcher(AnyRequestCriterion()) }

/// Matches the requests for which the closure returns true.
///
/// ```swift
/// satisfies("an even user id") { Int($0.url?.lastPathComponent ?? "")?.isMultiple(of: 2) ?? false }
/// ```
/// The description stands for the closure in reports. The closure may run more than once for a
/// request, on any thread, and is given the request with its body.
public func satisfies(
  _ description: String = "a closure", _ closure: @escaping @Sendable (StubRequest) -> Bool
) -> RequestMatcher {
  RequestMatcher(ClosureCriterion(label: description, closure: closure))
}
