import Foundation
import StubKit
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Cookies that responses set are kept and sent again, as session and request allow.
struct CookieTests {
  @Test func `several cookies are stored and sent again`() async throws {
    let registry = StubRegistry()
    var headers = StubHeaders()
    headers.append("a=1; Path=/; Expires=Wed, 21 Oct 2037 07:28:00 GMT", for: "Set-Cookie")
    headers.append("b=2; HttpOnly", for: "Set-Cookie")
    registry.stub(condition: isPath("/login"), response: .status(200, headers: headers))
    let after = registry.stub(
      condition: hasCookie("a", value: "1") && hasCookie("b", value: "2"), response: .text("in"))

    _ = try await registry.session.data(from: url("http://cookies.test/login"))
    let (data, _) = try await registry.session.data(from: url("http://cookies.test/home"))
    #expect(String(decoding: data, as: UTF8.self) == "in")
    #expect(after.callCount == 1)
    #expect(Set(registry.cookies.cookies?.map(\.name) ?? []) == ["a", "b"])
    #expect(HTTPCookieStorage.shared.cookies(for: url("http://cookies.test/"))?.isEmpty != false)
  }

  @Test func `a cookie set on a redirect is sent to where it leads`() async throws {
    let registry = StubRegistry()
    registry.stub(
      condition: isPath("/login"),
      response: .redirect(to: url("http://cookies.test/home"))
        .with(header: "Set-Cookie", value: "token=t; Path=/"))
    let home = registry.stub(condition: isPath("/home"), response: .text("home"))
    _ = try await registry.session.data(from: url("http://cookies.test/login"))
    #expect(home.requests.first?.headers["Cookie"] == "token=t")
  }

  @Test
  func `behind a redirect the request keeps its own, and those of the jar are looked up anew`()
    async throws
  {
    let registry = StubRegistry()
    registry.stub(
      condition: isPath("/login"),
      response: .status(200, headers: ["Set-Cookie": "jar=1; Path=/"]))
    registry.stub(
      condition: isPath("/door"),
      response: .redirect(to: url("http://cookies.test/home"))
        .with(header: "Set-Cookie", value: "jar=2; Path=/"))
    registry.stub(condition: isPath("/home"), response: .text("there"))
    _ = try await registry.session.data(from: url("http://cookies.test/login"))
    _ = try await registry.session.data(
      for: request("http://cookies.test/door", headers: ["Cookie": "own=1"]))
    #expect(
      registry.exchanges.map { $0.request.headers["Cookie"] }
        == [nil, "own=1; jar=1", "own=1; jar=2"])
  }

  @Test func `a cookie ends as its Max-Age says`() async throws {
    let registry = StubRegistry()
    registry.stub(
      condition: anyRequest(),
      response: .sequence(
        .status(200, headers: ["Set-Cookie": "sid=1; Path=/; Max-Age=1000"]),
        .status(200, headers: ["Set-Cookie": "sid=; Path=/; Max-Age=0"]), .status(200)))
    for _ in 1...3 { _ = try await registry.session.data(from: url("http://cookies.test/")) }
    #expect(registry.exchanges.map { $0.request.headers["Cookie"] } == [nil, "sid=1", nil])
    _ = try await registry.session.data(from: url("http://cookies.test/"))
    #expect(registry.cookies.cookies?.isEmpty == true)
  }

  @Test func `a cookie that ends as its Max-Age says keeps Secure and HttpOnly`() async throws {
    let registry = StubRegistry()
    registry.stub(
      condition: anyRequest(),
      response: .status(
        200, headers: ["Set-Cookie": "sid=1; Path=/; Max-Age=1000; Secure; HttpOnly"]))
    _ = try await registry.session.data(from: url("https://cookies.test/"))
    let cookie = try #require(registry.cookies.cookies?.first)
    #expect(cookie.isSecure && cookie.isHTTPOnly)
  }

  @Test(
    arguments: [
      ("cookies.test", true), (".Cookies.test", true), ("login.cookies.test", true),
      ("api.cookies.test", false), ("a.login.cookies.test", false), ("in.cookies.test", false),
      ("other.test", false),
    ])
  func `a server sets cookies for itself and the domains above it`(
    domain: String, isKept: Bool
  ) async throws {
    let registry = StubRegistry()
    registry.stub(
      condition: anyRequest(),
      response: .status(200, headers: ["Set-Cookie": "a=1; Path=/; Domain=\(domain)"]))
    for policy in [HTTPCookie.AcceptPolicy.always, .onlyFromMainDocumentDomain] {
      let configuration = URLSessionConfiguration.ephemeral.stubbed(by: registry)
      configuration.httpCookieAcceptPolicy = policy
      _ = try await URLSession(configuration: configuration).data(
        from: url("http://login.cookies.test/"))
      #expect(registry.cookies.cookies?.isEmpty == !isKept)
    }
  }

  @Test func `a cookie that a request has itself comes before that of the jar`() async throws {
    let registry = StubRegistry()
    registry.stub(
      condition: anyRequest(), response: .status(200, headers: ["Set-Cookie": "sid=1; Path=/"]))
    _ = try await registry.session.data(from: url("http://cookies.test/"))
    _ = try await registry.session.data(
      for: request("http://cookies.test/", headers: ["Cookie": "sid=own"]))
    #expect(registry.exchanges.map { $0.request.headers["Cookie"] } == [nil, "sid=own"])
  }

  @Test(arguments: [("http://other.test/page", 0), ("http://cookies.test/page", 1)])
  func `a page of another server is given no cookies of its parts`(
    page: String, count: Int
  ) async throws {
    let registry = StubRegistry()
    registry.stub(
      condition: anyRequest(), response: .status(200, headers: ["Set-Cookie": "a=1; Path=/"]))
    var part = request("http://cookies.test/part")
    part.mainDocumentURL = url(page)
    _ = try await registry.session.data(for: part)
    #expect(registry.cookies.cookies?.count ?? 0 == count)
  }

  @Test func `a request that handles no cookies neither stores nor sends any`() async throws {
    let registry = StubRegistry()
    let stub = registry.stub(
      condition: anyRequest(), response: .status(200, headers: ["Set-Cookie": "a=1; Path=/"]))
    var request = request("http://cookies.test/")
    request.httpShouldHandleCookies = false
    _ = try await registry.session.data(for: request)
    _ = try await registry.session.data(for: request)
    #expect(stub.requests.map { $0.headers["Cookie"] } == [nil, nil])
    #expect(registry.cookies.cookies?.isEmpty != false)
  }

  @Test func `the configuration's policy is respected`() async throws {
    let registry = StubRegistry()
    let stub = registry.stub(
      condition: anyRequest(), response: .status(200, headers: ["Set-Cookie": "a=1; Path=/"]))
    let never = URLSessionConfiguration.ephemeral.stubbed(by: registry)
    never.httpCookieAcceptPolicy = .never
    _ = try await URLSession(configuration: never).data(from: url("http://cookies.test/"))
    #expect(registry.cookies.cookies?.isEmpty != false)

    let silent = URLSessionConfiguration.ephemeral.stubbed(by: registry)
    silent.httpShouldSetCookies = false
    let session = URLSession(configuration: silent)
    for _ in 0..<2 { _ = try await session.data(from: url("http://cookies.test/")) }
    #expect(stub.requests.last?.headers["Cookie"] == nil)
  }

  @Test func `a reset empties the jar`() async throws {
    let registry = StubRegistry()
    registry.stub(
      condition: anyRequest(), response: .status(200, headers: ["Set-Cookie": "a=1; Path=/"]))
    _ = try await registry.session.data(from: url("http://cookies.test/"))
    #expect(registry.cookies.cookies?.count == 1)
    registry.reset()
    #expect(registry.cookies.cookies?.isEmpty == true)
  }
}

extension SharedRegistryTests {
  /// Only `.shared` keeps cookies in the storage of the session.
  @Suite struct Cookies {
    @Test func `a redirect changes a cookie that the session itself has sent`() async throws {
      StubRegistry.shared.reset()
      defer { StubRegistry.shared.reset() }
      let host = "http://renewed-cookie.test"
      StubRegistry.shared.stub(
        condition: isPOST("\(host)/renew"),
        response: .redirect(to: url("\(host)/home")).with(
          header: "Set-Cookie", value: "sid=2; Path=/"))
      let home = StubRegistry.shared.stub(
        condition: isGET("\(host)/home"), response: .text("home"))
      let configuration = URLSessionConfiguration.ephemeral
      let old = HTTPCookie.cookies(
        withResponseHeaderFields: ["Set-Cookie": "sid=1; Path=/"], for: url(host))
      for cookie in old { configuration.httpCookieStorage?.setCookie(cookie) }
      _ = try await URLSession(configuration: configuration).data(
        for: request("\(host)/renew", "POST"))
      #expect(home.requests.map { $0.headers["Cookie"] } == ["sid=2"])
    }
  }
}
