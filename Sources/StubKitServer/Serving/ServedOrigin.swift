import Foundation

/// The real server that a port of a stub server stands for, by its scheme, host and port.
struct ServedOrigin: Hashable, Sendable {
  /// Such as `https://api.example.com`, without the scheme's default port.
  let text: String

  /// Nil for an address that is not http or https, or names no host.
  init?(of address: URLComponents) {
    guard let scheme = address.scheme?.lowercased(), let host = address.encodedHost?.lowercased(),
      !host.isEmpty, let usualPort = ["http": 80, "https": 443][scheme]
    else { return nil }
    let port = address.port.flatMap { $0 == usualPort ? nil : ":\($0)" } ?? ""
    text = "\(scheme)://\(host)\(port)"
  }
}
