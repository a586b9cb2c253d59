import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A `WWW-Authenticate: Basic` header, and the answer to it.
struct BasicChallenge {
  /// How many credentials are tried; a delegate that never tires would go round for ever.
  static let roundLimit = 20

  /// The realm that the server names, if it names one.
  let realm: String?

  /// Finds the first challenge for Basic authentication among a response's headers.
  init?(in headers: StubHeaders) {
    for field in headers.values(for: "WWW-Authenticate") {
      let words = field.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
      guard let scheme = words.first, String(scheme).equalsIgnoringASCIICase("Basic") else {
        continue
      }
      realm = words.count > 1 ? Self.realm(in: words[1]) : nil
      return
    }
    return nil
  }

  /// What the credential would be valid for.
  func protectionSpace(for url: URL) -> URLProtectionSpace {
    let scheme = url.scheme?.lowercased() ?? "http"
    return URLProtectionSpace(
      host: url.host ?? "", port: url.port ?? (scheme == "https" ? 443 : 80), protocol: scheme,
      realm: realm, authenticationMethod: NSURLAuthenticationMethodHTTPBasic)
  }

  /// The value of the `Authorization` header for a credential.
  static func authorization(for credential: URLCredential) -> String {
    let pair = "\(credential.user ?? ""):\(credential.password ?? "")"
    return "Basic \(Data(pair.utf8).base64EncodedString())"
  }

  /// The quoted or bare value of the realm parameter.
  private static func realm(in parameters: Substring) -> String? {
    for parameter in parameters.split(separator: ",") {
      let pair = parameter.split(separator: "=", maxSplits: 1)
      guard pair.count == 2,
        String(pair[0].filter { $0 != " " }).equalsIgnoringASCIICase("realm")
      else { continue }
      let value = pair[1].drop { $0 == " " }
      return String(value.first == "\"" ? value.dropFirst().prefix { $0 != "\"" } : value)
    }
    return nil
  }
}
