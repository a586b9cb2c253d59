import Foundation

@testable import StubKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a matcher captures from a request.
func capturesOf(_ matcher: RequestMatcher, _ request: URLRequest) -> [String: String] {
  RequestProbe.examining(request, body: .seen(request.httpBody), sight: .full) {
    matcher.expression.captures(in: $0) ?? [:]
  }
}

/// What a matcher makes of a request of which this much can be seen.
func verdict(
  _ matcher: RequestMatcher, _ request: URLRequest, body: RequestProbe.Body = .unseen,
  sight: RequestProbe.Sight = .glance
) -> Verdict {
  RequestProbe.examining(request, body: body, sight: sight) { matcher.verdict(on: $0) }
}

/// The criterion that a matcher of a single one consists of.
func criterion(_ matcher: RequestMatcher) -> (any Criterion)? {
  if case .criterion(let criterion) = matcher.expression { criterion } else { nil }
}
