#if canImport(FoundationNetworking)
  import Foundation
#else
  public import Foundation
#endif

extension StubRegistry {
  /// The cookies that this registry's responses have set.
  ///
  /// Every registry but `.shared` has a jar of its own, so that a test's cookies stay in it. Its
  /// sessions share the jar, also ephemeral ones; a session whose `httpCookieStorage` is nil
  /// neither keeps nor sends cookies. For `.shared` this is `HTTPCookieStorage.shared`, although
  /// its responses use the storage of the session that asks.
  public var cookies: HTTPCookieStorage {
    guard self !== StubRegistry.shared else { return .shared }
    return associatedObjects.object(IsolatedCookies.self) { IsolatedCookies() }.storage
  }

  func cookieStorage(for session: URLSession?) -> HTTPCookieStorage? {
    // If the session is unknown, `.shared` is assumed, which most sessions use.
    let own = session.map(\.configuration.httpCookieStorage) ?? .shared
    return isShared ? own : own.map { _ in cookies }
  }

  /// Nil while no cookie can be in the storage.
  func filledCookieStorage(for session: URLSession?) -> HTTPCookieStorage? {
    let isFilled = isShared || associatedObjects.existing(IsolatedCookies.self) != nil
    return isFilled ? cookieStorage(for: session) : nil
  }

  private final class IsolatedCookies: AssociatedObjects.Dependent, Sendable {
    // The storage of an ephemeral configuration is in memory and is shared with nothing else.
    let storage = URLSessionConfiguration.ephemeral.httpCookieStorage ?? .shared

    func reset() { for cookie in storage.cookies ?? [] { storage.deleteCookie(cookie) } }
  }
}

struct CookieRules {
  let registry: StubRegistry
  let session: URLSession?

  func addCookies(to request: inout URLRequest) {
    guard request.httpShouldHandleCookies, session?.configuration.httpShouldSetCookies != false,
      let url = request.url, let storage = registry.filledCookieStorage(for: session),
      let stored = storage.cookies(for: url), !stored.isEmpty
    else { return }
    let present = request.value(forHTTPHeaderField: "Cookie")
    let pairs = Self.pairs(of: present)
    let missing = stored.filter { cookie in
      !pairs.contains { $0.hasPrefix("\(cookie.name)=") }
    }
    guard let added = HTTPCookie.requestHeaderFields(with: missing)["Cookie"], !added.isEmpty
    else { return }
    request.setValue(
      [present, added].compactMap(\.self).joined(separator: "; "), forHTTPHeaderField: "Cookie")
  }

  /// Removes the cookies that the jar has added; call this before an answer changes the jar.
  func removeCookies(for url: URL?, from request: inout URLRequest) {
    guard let present = request.value(forHTTPHeaderField: "Cookie"), let url,
      request.httpShouldHandleCookies, session?.configuration.httpShouldSetCookies != false,
      let stored = registry.filledCookieStorage(for: session)?.cookies(for: url)
    else { return }
    let added = Set(stored.map { "\($0.name)=\($0.value)" })
    let own = Self.pairs(of: present).filter { !added.contains(String($0)) }
    request.setValue(own.isEmpty ? nil : own.joined(separator: "; "), forHTTPHeaderField: "Cookie")
  }

  private static func pairs(of field: String?) -> [Substring] {
    (field ?? "").split(separator: ";").map { $0.drop { $0 == " " } }
  }

  func store(_ headers: StubHeaders, for request: URLRequest) {
    guard headers.contains("Set-Cookie"), request.httpShouldHandleCookies, let url = request.url,
      let storage = registry.cookieStorage(for: session)
    else { return }
    // One field at a time, because joined values cannot always be told apart.
    let cookies = headers.values(for: "Set-Cookie").flatMap {
      HTTPCookie.cookies(withResponseHeaderFields: ["Set-Cookie": $0], for: url)
        .map(\.endingByMaximumAge)
    }
    let accepted = cookies.filter { isAccepted($0, for: request) }
    for cookie in accepted { storage.setCookie(cookie) }
  }

  private func isAccepted(_ cookie: HTTPCookie, for request: URLRequest) -> Bool {
    let domain = cookie.domain.lowercased().drop { $0 == "." }
    func includes(_ url: URL?) -> Bool {
      guard let host = url?.host?.lowercased() else { return true }
      return host == domain || host.hasSuffix("." + domain)
    }
    return switch session?.configuration.httpCookieAcceptPolicy ?? .onlyFromMainDocumentDomain {
    case .always: includes(request.url)
    case .never: false
    default: includes(request.url) && includes(request.mainDocumentURL)
    }
  }
}

extension HTTPCookie {
  /// Ends the cookie by its `Max-Age`, which Foundation on Linux reads but does not obey.
  fileprivate var endingByMaximumAge: HTTPCookie {
    guard expiresDate == nil, var properties,
      let age = (properties[.maximumAge] as? String).flatMap(Int.init)
    else { return self }
    properties[.maximumAge] = nil
    // Foundation gives these two as numbers, or not at all, but accepts them only as text.
    properties[.secure] = isSecure ? "TRUE" : nil
    properties[HTTPCookiePropertyKey("HttpOnly")] = isHTTPOnly ? "TRUE" : nil
    properties[.expires] = age > 0 ? Date(timeIntervalSinceNow: TimeInterval(age)) : .distantPast
    return HTTPCookie(properties: properties) ?? self
  }
}
