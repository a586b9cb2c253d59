import Foundation
import StubKit

/// The address of a server in a description, such as `https://{region}.example.com/v1`.
struct ServerTemplate: Sendable {
  /// Nil for an address that begins with a path, which fits any host.
  let origin: Origin?
  /// The segments that all paths of the server begin with.
  let base: [PathSegment]

  struct Origin: Sendable {
    /// Nil for any scheme.
    let scheme: String?
    let host: PathSegment
    let port: String?
  }

  private static let mostServers = 64

  /// Returns a server for each combination of the variables' values; nil for a malformed address.
  ///
  /// A variable without values, or with too many, stays in the template.
  static func all(
    _ text: String, _ variables: [(name: String, values: [String], usual: String?)]
  ) -> [ServerTemplate?] {
    var texts = [text]
    for (name, values, usual) in variables {
      let sign = "{\(name)}"
      // A variable for a scheme or several segments cannot be matched, and takes its default.
      let isWide = text.contains("\(sign)://") || usual?.contains("/") ?? false
      var values = values
      if values.isEmpty, isWide { values = [usual].compactMap(\.self) }
      // A variable takes at least one character, so an empty default needs a template of its own.
      if values.isEmpty, usual == "" { values = ["", sign] }
      guard !values.isEmpty, texts.count * values.count <= mostServers else { continue }
      texts = texts.flatMap { text in values.map { text.replacing(sign, with: $0) } }
    }
    return texts.map(ServerTemplate.init)
  }

  init?(_ text: String) {
    var rest = Substring(text)
    if let slashes = rest.range(of: "//"), rest[..<slashes.lowerBound].allSatisfy({ $0 != "/" }) {
      let scheme = rest[..<slashes.lowerBound].dropLast().lowercased()
      rest = rest[slashes.upperBound...]
      let authority = rest.prefix { $0 != "/" }
      rest = rest[authority.endIndex...]
      // A colon in a variable's name, or in an IPv6 address, starts no port.
      let port = authority.lastIndex(of: ":").flatMap { colon in
        let before = authority[..<colon]
        let isOpen = [("{", "}"), ("[", "]")].contains { open, close in
          before.count { String($0) == open } > before.count { String($0) == close }
        }
        return isOpen ? nil : colon
      }
      guard !authority.isEmpty,
        let host = PathSegment(Self.lowercased(authority[..<(port ?? authority.endIndex)]))
      else { return nil }
      let written = port.map { String(authority[$0...].dropFirst()) }
      origin = Origin(scheme: scheme.isEmpty ? nil : scheme, host: host, port: written)
    } else {
      origin = nil
    }
    var base: [PathSegment] = []
    for segment in rest.split(separator: "/") {
      guard let segment = PathSegment(segment.removingPercentEncoding ?? String(segment)) else {
        return nil
      }
      base.append(segment)
    }
    self.base = base
  }

  private static func lowercased(_ text: Substring) -> String {
    var isName = false
    return text.map { character in
      if character == "{" || character == "}" { isName = character == "{" }
      return isName ? String(character) : character.lowercased()
    }.joined()
  }

  /// Compares the scheme, host and port, but not the path.
  func fitsOrigin(of url: URLComponents) -> Bool {
    guard let origin else { return true }
    guard let scheme = url.scheme?.lowercased(), let host = url.host?.lowercased() else {
      return false
    }
    guard origin.scheme ?? scheme == scheme, origin.host.matches(host) else { return false }
    let usual = ["http": "80", "https": "443"][scheme]
    let port = url.port.map(String.init) ?? usual
    return origin.port.map { $0.hasPrefix("{") || $0 == port } ?? (port == usual)
  }

  /// Returns the segments after `base`; nil if the path does not begin with `base`.
  func rest(of segments: [String]) -> ArraySlice<String>? {
    guard segments.count >= base.count, zip(base, segments).allSatisfy({ $0.matches($1) }) else {
      return nil
    }
    return segments[base.count...]
  }
}
