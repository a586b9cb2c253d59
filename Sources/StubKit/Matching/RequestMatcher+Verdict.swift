#if canImport(FoundationNetworking)
  import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

extension RequestMatcher {
  /// Whether a request is one of those meant.
  ///
  /// A body that is only a stream is not read, since reading would use it up; such a request
  /// counts as having no body here. Intercepted requests are matched with their whole body.
  public func callAsFunction(_ request: URLRequest) -> Bool {
    matches(StubRequest(request))
  }

  /// Whether the matcher matches a snapshot, with the body it carries.
  package func matches(_ request: StubRequest) -> Bool {
    request.examine(at: .full) { probe in
      verdict(on: probe) == .yes
    }
  }
}

extension RequestMatcher.Expression {
  /// Whether the request meets the expression, as far as is known.
  func verdict(on probe: RequestProbe) -> Verdict {
    switch self {
    case .criterion(let criterion):
      return criterion.verdict(on: probe)
    case .all(let parts):
      var verdict = Verdict.yes
      for part in parts {
        switch part.verdict(on: probe) {
        case .no: return .no
        case .open: verdict = .open
        case .yes: continue
        }
      }
      return verdict
    case .any(let parts):
      var verdict = Verdict.no
      for part in parts {
        switch part.verdict(on: probe) {
        case .yes: return .yes
        case .open: verdict = .open
        case .no: continue
        }
      }
      return verdict
    case .call(_, let part):
      return part.verdict(on: probe)
    case .not(let part):
      return !part.verdict(on: probe)
    }
  }

  /// Returns the captures of the criteria that the request meets; later ones win.
  func captures(in probe: RequestProbe) -> [String: String] {
    switch self {
    case .criterion(let criterion):
      return criterion.captures(in: probe)
    case .all(let parts):
      var captures: [String: String] = [:]
      for part in parts {
        // Most parts capture nothing, and merging nothing costs more than the check.
        let found = part.captures(in: probe)
        if !found.isEmpty { captures.merge(found) { $1 } }
      }
      return captures
    case .any(let parts):
      // An alternative that fails as a whole captures nothing, even if its template fits.
      return parts.reduce(into: [:]) { captures, part in
        let found = part.captures(in: probe)
        guard !found.isEmpty, part.verdict(on: probe) == .yes else { return }
        captures.merge(found) { $1 }
      }
    case .call(_, let part):
      return part.captures(in: probe)
    case .not:
      return [:]
    }
  }
}
