import Foundation
import StubKit

extension ServerCore {
  /// The fields of an answer as a client of an origin's port is to be told of them.
  ///
  /// A client that a stub leads elsewhere would leave for the real server, and would not send a cookie of
  /// another domain, or one for https, to this one.
  func toldHere(_ headers: StubHeaders) -> StubHeaders {
    guard headers.contains("Location") || headers.contains("Set-Cookie") else { return headers }
    var told = StubHeaders()
    for field in headers {
      let value =
        switch field.name.lowercased() {
        case "location": here(field.value)
        case "set-cookie": Self.ofThisHost(field.value)
        default: field.value
        }
      told.append(value, for: field.name)
    }
    return told
  }

  private func here(_ location: String) -> String {
    guard let address = URLComponents(string: location), ServedOrigin(of: address) != nil else {
      return location
    }
    return url(for: location).absoluteString
  }

  private static func ofThisHost(_ cookie: String) -> String {
    cookie.split(separator: ";", omittingEmptySubsequences: false).filter { part in
      let name = part.prefix { $0 != "=" }.trimmingCharacters(in: .whitespaces).lowercased()
      return name != "domain" && name != "secure"
    }.joined(separator: ";")
  }
}
