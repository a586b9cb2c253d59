import Foundation
import StubKit

extension Operation {
  /// Matches requests for the operation on any of the servers; without servers, on any host.
  func condition(on servers: [ServerTemplate]) -> RequestMatcher {
    var conditions: [RequestMatcher] = []
    var known: Set<String> = []
    for server in servers {
      let condition = server.condition(for: segments)
      // Servers that differ only in the name of a variable give equal matchers.
      if known.insert("\(condition)").inserted { conditions.append(condition) }
    }
    let method = isMethod(StubRequest.Method(rawValue: self.method))
    guard let first = conditions.first else { return method && isPathTemplate(path) }
    return method && conditions.dropFirst().reduce(first) { $0 || $1 }
  }
}

extension ServerTemplate {
  fileprivate func condition(for segments: [PathSegment]) -> RequestMatcher {
    let path = Self.condition(for: base + segments)
    guard let origin else { return path }
    let scheme = origin.scheme.map { isScheme($0) }
    let port = origin.port.flatMap(Int.init).map { isPort($0) }
    let host = Self.host(origin.host)
    return [scheme, host, port].compactMap(\.self).reduce(path) { $1 && $0 }
  }

  private static func host(_ host: PathSegment) -> RequestMatcher? {
    if let literal = host.literal { return StubKit.isHost(literal) }
    // A leading variable stands for its listed values, or for any subdomain.
    if host.parts.count == 2, case .variable(_, let values) = host.parts[0],
      case .text(let rest) = host.parts[1]
    {
      let hosts = values.sorted().map { StubKit.isHost($0 + rest) }
      if let first = hosts.first { return hosts.dropFirst().reduce(first) { $0 || $1 } }
      if rest.hasPrefix(".") { return StubKit.isHost("*" + rest) }
    }
    return hostMatches("^\(host.pattern)$")
  }

  private static func condition(for segments: [PathSegment]) -> RequestMatcher {
    if segments.allSatisfy({ $0.literal != nil || $0.parts.count == 1 }) {
      let names = segments.flatMap(\.names)
      guard !names.isEmpty else {
        let path = "/" + segments.map { $0.literal ?? "" }.joined(separator: "/")
        // A URL that leaves out the root's slash has an empty path.
        return path == "/" ? isPath(path) || isPath("") : isPath(path)
      }
      if Set(names).count == names.count {
        return isPathTemplate("/" + segments.map(\.text).joined(separator: "/"))
      }
    }
    var pattern = segments.map(\.pattern)
    // A path is matched without a slash at its end.
    if pattern.last == "" { pattern.removeLast() }
    return pathMatches("^/" + pattern.joined(separator: "/") + "$")
  }
}

extension PathSegment {
  fileprivate var pattern: String {
    parts.map { part in
      switch part {
      case .text(let text): NSRegularExpression.escapedPattern(for: text)
      case .variable: "[^/]+"
      }
    }.joined()
  }
}
