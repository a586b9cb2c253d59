import Foundation
import StubKit
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Redirects are followed as URLSession follows them, each hop asked of the registry.
struct RedirectTests {
  /// A status and method, and what the next request has.
  struct Rule: Sendable, CustomTestStringConvertible {
    let status: Int
    let method: String
    let next: String
    let keepsBody: Bool

    var testDescription: String { "\(status) \(method) → \(next)" }
  }

  static let rules: [Rule] = [301, 302, 303, 307, 308].flatMap { status in
    ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"].map { method in
      let becomesGET = status == 303 ? method != "HEAD" : status < 303 && method == "POST"
      let hasBody = ["POST", "PUT", "PATCH"].contains(method)
      return Rule(
        status: status, method: method, next: becomesGET ? "GET" : method,
        keepsBody: hasBody && !becomesGET)
    }
  }

  @Test(arguments: rules)
  func `the method and body of the next request follow the rules`(rule: Rule) async throws {
    let registry = StubRegistry()
    registry.stub(
      condition: isPath("/old"),
      response: .redirect(to: url("http://redirect.test/new"), status: rule.status))
    let target = registry.stub(condition: isPath("/new"), response: .text("there"))
    let hasBody = ["POST", "PUT", "PATCH"].contains(rule.method)
    let ofBody = ["Content-Type": "text/x", "Content-Encoding": "x", "Content-Language": "en"]
    let old = request(
      "http://redirect.test/old", rule.method, headers: ofBody, body: hasBody ? "body" : nil)
    let (_, response) = try await registry.session.data(for: old)
    let next = try #require(target.requests.first)
    #expect(next.method.rawValue == rule.next)
    #expect(next.body == (rule.keepsBody ? Data("body".utf8) : nil))
    for (name, value) in ofBody {
      #expect(next.headers[name] == (rule.next == rule.method ? value : nil))
    }
    #expect(response.url == url("http://redirect.test/new"))
  }

  @Test(arguments: [300, 304, 305, 306])
  func `other statuses in the 300s are the response`(status: Int) async throws {
    let registry = StubRegistry()
    registry.stub(
      condition: anyRequest(), response: .status(status, headers: ["Location": "/new"]))
    let (_, response) = try await registry.session.data(from: url("http://redirect.test/old"))
    #expect((response as? HTTPURLResponse)?.statusCode == status)
  }

  @Test(arguments: Client.allCases)
  func `every kind of client arrives`(client: Client) async throws {
    let registry = StubRegistry()
    registry.stub(condition: isPath("/a"), response: .redirect(to: url("/b?x=1")))
    registry.stub(condition: isPath("/b") && containsQuery(["x": "1"]), response: .text("there"))
    let outcome = try await client.fetch(
      request("http://redirect.test/a"), .ephemeral.stubbed(by: registry))
    #expect(outcome.text == "there")
    #expect(outcome.response.url == url("http://redirect.test/b?x=1"))
  }

  @Test(arguments: [
    ("../up", "http://redirect.test/up"), ("?q=1", "http://redirect.test/dir/old?q=1"),
    ("//other.test/x", "http://other.test/x"), ("next", "http://redirect.test/dir/next"),
    ("https://s.test:8443/p%20q", "https://s.test:8443/p%20q"),
    (" \t/blanks ", "http://redirect.test/blanks"), ("HTTP://s.test/", "HTTP://s.test/"),
  ])
  func `a location is relative to the request`(location: String, target: String) async throws {
    let registry = StubRegistry()
    registry.stub(condition: anyRequest(), priority: -1, response: .text("there"))
    registry.stub(
      condition: isPath("/dir/old") && lacksQuery("q"),
      response: .status(302, headers: ["Location": location]))
    let (_, response) = try await registry.session.data(from: url("http://redirect.test/dir/old"))
    #expect(response.url?.absoluteString == target)
  }

  @Test func `a chain of twenty is followed, one of twenty-one is too long`() async throws {
    let registry = StubRegistry()
    registry.stub(condition: isPathTemplate("/{n}")) { request in
      let number = Int(request.pathParameters["n"] ?? "") ?? 0
      return number == 0 ? .text("there") : .redirect(to: url("http://chain.test/\(number - 1)"))
    }
    let (data, _) = try await registry.session.data(from: url("http://chain.test/20"))
    #expect(String(decoding: data, as: UTF8.self) == "there")

    let error = await #expect(throws: URLError.self) {
      try await registry.session.data(from: url("http://chain.test/21"))
    }
    #expect(error?.code == .httpTooManyRedirects)
    // On Apple's platforms it is the loading system that counts.
    if Platform.isLinux {
      #expect(error?.localizedDescription == "The request was redirected more than 20 times.")
    }
  }

  @Test(arguments: [
    ("http://a.test/there", true), ("http://A.test:80/there", true), ("http://b.test/there", false),
    ("http://a.test:81/there", false), ("https://a.test/there", false),
    ("https://a.test:80/there", false),
  ])
  func `credentials and cookies of the request stay within their origin`(
    target: String, isSame: Bool
  ) async throws {
    let registry = StubRegistry()
    registry.stub(condition: isPath("/from"), response: .redirect(to: url(target)))
    let there = registry.stub(condition: isPath("/there"), response: .text("there"))
    let credentials = ["Authorization": "Bearer x", "Proxy-Authorization": "y", "Cookie": "a=1"]
    let headers = credentials.merging(["X-Keep": "yes"]) { $1 }
    _ = try await registry.session.data(for: request("http://a.test/from", headers: headers))
    let arrived = try #require(there.requests.first)
    for (name, value) in credentials { #expect(arrived.headers[name] == (isSame ? value : nil)) }
    #expect(arrived.headers["X-Keep"] == "yes")
  }

  @Test func `a redirect to an unstubbed address is unmatched, as an exchange of its own`()
    async throws
  {
    let registry = StubRegistry()
    let redirect = registry.stub(
      condition: isPath("/old"), response: .redirect(to: url("http://nowhere.test/new")))
    let error = await #expect(throws: URLError.self) {
      try await registry.session.data(from: url("http://redirect.test/old"))
    }
    #expect(error?.code == .resourceUnavailable)
    #expect(error?.failingURL == url("http://nowhere.test/new"))
    let start = """
      No stub matches GET http://nowhere.test/new
      It was redirected there from GET http://redirect.test/old by the stub at \(redirect.location).
      The only stub:
      """
    #expect(error?.localizedDescription.hasPrefix(start) == true)
    #expect(registry.exchanges.map(\.outcome) == [.redirected, .unmatched])
    #expect(registry.unmatchedRequests.map(\.url) == [url("http://nowhere.test/new")])
  }

  @Test(
    .onlyOnLinux("on Apple's platforms the loading system decides"),
    arguments: [
      "myapp://callback?ok=1", "mailto:ada@a.test", "file:///etc/passwd", "ftp://a.test/",
    ])
  func `a redirect that leads out of http fails, whatever stub could answer`(
    target: String
  ) async throws {
    let registry = StubRegistry()
    let others = registry.stub(condition: anyRequest(), expected: .never, response: .text("wrong"))
    registry.stub(
      condition: isHost("a.test"), response: .status(302, headers: ["Location": target]))
    let delegate = RecordingDelegate(onRedirect: { $0 })
    let session = URLSession(
      configuration: .ephemeral.stubbed(by: registry), delegate: delegate, delegateQueue: nil)
    session.dataTask(with: url("http://a.test/")).resume()
    let outcome = await delegate.outcome
    let error = outcome.completions.first as? URLError
    #expect(error?.code == .unsupportedURL)
    #expect(error?.failingURL == url(target))
    #expect(
      error?.localizedDescription == "The redirect does not lead to an http or https URL.")
    #expect(outcome.redirects.map(\.request.url) == [url(target)])
    #expect(others.callCount == 0)
    #expect(registry.exchanges.map(\.outcome) == [.failed])
  }

  @Test func `a redirect may stay in a scheme that only stubs answer`() async throws {
    let registry = StubRegistry()
    registry.stub(condition: isScheme("app") && isPath("/a"), response: .redirect(to: url("/b")))
    registry.stub(condition: isScheme("app") && isPath("/b"), response: .text("there"))
    let (data, _) = try await registry.session.data(from: url("app://redirect.test/a"))
    #expect(String(decoding: data, as: UTF8.self) == "there")
  }

  @Test func `the delegate is asked and may change or refuse the next request`() async throws {
    let registry = StubRegistry()
    registry.stub(
      condition: isPath("/old"),
      response: .text("moved", status: 302, headers: ["Location": "/new"]))
    registry.stub(condition: isPath("/new"), response: .text("new"))
    registry.stub(condition: isPath("/other"), response: .text("other"))

    let changed = RecordingDelegate(onRedirect: { _ in request("http://redirect.test/other") })
    let refused = RecordingDelegate(onRedirect: { _ in nil })
    for delegate in [changed, refused] {
      let session = URLSession(
        configuration: .ephemeral.stubbed(by: registry), delegate: delegate, delegateQueue: nil)
      session.dataTask(with: url("http://redirect.test/old")).resume()
    }
    let first = await changed.outcome
    #expect(String(decoding: first.body, as: UTF8.self) == "other")
    #expect(first.redirects.map(\.status) == [302])
    #expect(first.redirects.map(\.request.url) == [url("http://redirect.test/new")])
    #expect(first.responses.map(\.statusCode) == [200])

    let second = await refused.outcome
    #expect(second.responses.map(\.statusCode) == [302])
    #expect(String(decoding: second.body, as: UTF8.self) == "moved")
    #expect(second.completions.count == 1)
  }
}
