import Foundation
import StubKit

extension ServerCore {
  /// Adapts redirects, links and cookies for a client of an origin's port.
  ///
  /// Otherwise a stub's redirect, or a link to the next page, would lead the client to the real
  /// server, and the client would not send this server a cookie of another domain or for https.
  func told(_ headers: StubHeaders, of origin: ServedOrigin) -> StubHeaders {
    guard Self.adapted.contains(where: headers.contains) else { return headers }
    var told = StubHeaders()
    for field in headers {
      let value =
        switch field.name.lowercased() {
        case "location", "content-location": here(field.value, from: origin)
        case "link": links(field.value, from: origin)
        case "set-cookie": Self.ofThisHost(field.value)
        default: field.value
        }
      told.append(value, for: field.name)
    }
    return told
  }

  private static let adapted = ["Location", "Content-Location", "Link", "Set-Cookie"]

  /// The targets of links stand in angle brackets, which may also occur in quoted texts.
  private func links(_ links: String, from origin: ServedOrigin) -> String {
    links.replacing(/"(?:\\.|[^"\\])*"|<\s*([^>]*?)\s*>/) { link in
      link.1.map { "<\(here(String($0), from: origin))>" } ?? String(link.0)
    }
  }

  private func here(_ location: String, from origin: ServedOrigin) -> String {
    let scheme = location.hasPrefix("//") ? origin.text.prefix { $0 != "/" } : ""
    let location = String(scheme) + location
    guard let address = URLComponents(string: location), ServedOrigin(of: address) != nil else {
      return location
    }
    return url(for: location).absoluteString
  }

  private static func ofThisHost(_ cookie: String) -> String {
    let parts = cookie.split(separator: ";", omittingEmptySubsequences: false)
    let attributes = parts.dropFirst().filter { part in
      let attribute = part.lowercased().filter { !$0.isWhitespace }
      let name = attribute.prefix { $0 != "=" }
      // Browsers refuse `Partitioned` and `SameSite=None` without `Secure`.
      return !["domain", "secure", "partitioned"].contains(name) && attribute != "samesite=none"
    }
    return (parts.prefix(1) + attributes).joined(separator: ";")
  }
}
