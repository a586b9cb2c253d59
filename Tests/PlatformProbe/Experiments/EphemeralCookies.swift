import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A test's cookies are to stay in the test.
struct EphemeralCookies: Experiment {
  let question = "Does each ephemeral configuration have a cookie storage of its own?"

  func answer() async -> String {
    let storages = (0..<2).map { _ in URLSessionConfiguration.ephemeral.httpCookieStorage }
    guard let first = storages[0], let second = storages[1] else { return "it has none" }
    let properties: [HTTPCookiePropertyKey: Any] = [
      .name: "probe", .value: "1", .domain: "probe.invalid", .path: "/",
    ]
    guard let cookie = HTTPCookie(properties: properties) else { return "there is no cookie" }
    first.setCookie(cookie)
    let isKept = first.cookies?.contains { $0.name == "probe" } == true
    let leaks = [second, HTTPCookieStorage.shared].contains { storage in
      storage.cookies?.contains { $0.name == "probe" } == true
    }
    return "keeps a cookie: \(String.yes(isKept)); shows it to others: \(String.yes(leaks))"
  }
}
