import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a request gets from its session.
extension SessionDoor {
  func dressed(_ request: URLRequest) -> URLRequest {
    var request = request
    addSessionHeaders(to: &request)
    CookieRules(registry: registry, session: context.session).addCookies(to: &request)
    return request
  }

  /// Adds the session's headers, which are missing in the request that a protocol is given.
  private func addSessionHeaders(to request: inout URLRequest) {
    guard let additional = context.session?.configuration.httpAdditionalHeaders else { return }
    for (name, value) in additional {
      let name = "\(name)"
      if request.value(forHTTPHeaderField: name) == nil {
        request.setValue("\(value)", forHTTPHeaderField: name)
      }
    }
  }

  /// Returns the request's own timeout, or the session's where the request leaves the default, and the
  /// session's limit for the whole.
  func limits(of request: URLRequest) -> TimeLimits {
    let session = context.session?.configuration
    let own = request.timeoutInterval
    let idle = own == Self.defaultTimeout ? session?.timeoutIntervalForRequest ?? own : own
    return TimeLimits(
      idle: Self.duration(idle), total: (session?.timeoutIntervalForResource).flatMap(Self.duration)
    )
  }

  /// The value of `URLRequest.timeoutInterval` that nobody has set.
  private static let defaultTimeout: TimeInterval = 60

  private static func duration(_ interval: TimeInterval) -> Duration? {
    interval > 0 && interval.isFinite ? .simulated(seconds: interval) : nil
  }
}
