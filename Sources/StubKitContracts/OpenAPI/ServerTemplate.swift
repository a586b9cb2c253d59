import Foundation
import StubKit

/// The address of a server in a description, with variables in braces: `https://{region}.example.com/v1`.
struct ServerTemplate: Sendable {
  /// The scheme, host and port; nil for an address that begins with a path, which is any host's.
  let origin: Origin?
  /// The segments of the path that all paths of the server begin with.
  let base: [PathSegment]

  struct Origin: Sendable {
    let scheme: String
    let host: PathSegment
    let port: String?
  }

  /// - Parameter values: For each variable the values that it may have; none for any.
  init?(_ text: String, values: [String: Set<String>]) {
    var rest = Substring(text)
    if let colon = rest.range(of: "://") {
      let scheme = rest[..<colon.lowerBound].lowercased()
      rest = rest[colon.upperBound...]
      let authority = rest.prefix { $0 != "/" }
      rest = rest[authority.endIndex...]
      // A colon in a variable's name belongs to no port.
      let port = authority.lastIndex(of: ":").flatMap { colon in
        authority[..<colon].count { $0 == "{" } == authority[..<colon].count { $0 == "}" }
          ? colon : nil
      }
      guard !authority.isEmpty,
        let host = PathSegment(Self.lowercased(authority[..<(port ?? authority.endIndex)]), values)
      else { return nil }
      let written = port.map { String(authority[$0...].dropFirst()) }
      origin = Origin(scheme: scheme, host: host, port: written)
    } else {
      origin = nil
    }
    var base: [PathSegment] = []
    for segment in rest.split(separator: "/") {
      guard let segment = PathSegment(String(segment), values) else { return nil }
      base.append(segment)
    }
    self.base = base
  }

  /// The text in lower case, but for the names of variables.
  private static func lowercased(_ text: Substring) -> String {
    var isName = false
    return text.map { character in
      if character == "{" || character == "}" { isName = character == "{" }
      return isName ? String(character) : character.lowercased()
    }.joined()
  }

  /// Whether it names a host.
  var namesHost: Bool { origin != nil }

  /// Whether an address is one of the server's host, whatever its path is.
  func isHost(of url: URLComponents) -> Bool {
    guard let origin else { return true }
    guard let scheme = url.scheme?.lowercased(), let host = url.host?.lowercased() else {
      return false
    }
    guard scheme == origin.scheme, origin.host.matches(host) else { return false }
    let usual = ["http": "80", "https": "443"][scheme]
    let port = url.port.map(String.init) ?? usual
    return origin.port.map { $0.hasPrefix("{") || $0 == port } ?? (port == usual)
  }

  /// Returns the segments behind the server's own; nil if the path is none of its paths.
  func rest(of segments: [String]) -> ArraySlice<String>? {
    guard segments.count >= base.count, zip(base, segments).allSatisfy({ $0.matches($1) }) else {
      return nil
    }
    return segments[base.count...]
  }
}
