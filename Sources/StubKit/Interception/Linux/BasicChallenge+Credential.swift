#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking

  /// A challenge and its answer in the words of the loading system.
  extension BasicChallenge {
    func protectionSpace(for url: URL) -> URLProtectionSpace {
      let scheme = url.scheme?.lowercased() ?? "http"
      return URLProtectionSpace(
        host: url.host ?? "", port: url.port ?? (scheme == "https" ? 443 : 80), protocol: scheme,
        realm: realm, authenticationMethod: NSURLAuthenticationMethodHTTPBasic)
    }

    /// Returns the value of the `Authorization` header for a credential.
    static func authorization(for credential: URLCredential) -> String {
      authorization(user: credential.user ?? "", password: credential.password ?? "")
    }
  }
#endif
