import Foundation
import Testing

@testable import StubKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Redirects, challenges and the network: what leads from one hop to the next.
struct CourseHopTests {
  let registry = StubRegistry()

  private func redirect(to path: String, status: Int = 302) {
    registry.stub(
      condition: isPath("/x"), response: .status(status, headers: ["Location": .init(path)]))
  }

  private func head(_ status: Int, _ headers: StubHeaders = [:]) -> StubResponse.Head {
    StubResponse.Head(status: status, headers: headers)
  }

  @Test func `a redirect that is followed begins the next hop`() throws {
    redirect(to: "/y")
    registry.stub(condition: isPath("/y"), response: .text("there"))
    let way = try Way(registry)
    #expect(way.log == ["advice?"])
    way.bring(.advice(.follow(try .to("https://a.com/y"))))
    #expect(way.log == ["[redirected]", "body?"])
    way.bring(.body(nil))
    #expect(way.log == ["200", "there", "[finished]", "finished"])
    #expect(way.outcomes == [.redirected, .finished])
  }

  @Test func `a request too many is told to the test before it is answered`() throws {
    registry.reportIssues(to: IssueReporter { _ in .failed })
    registry.stub(condition: isPath("/x"), expected: 1, response: .text("there"))
    let answer = ["200", "there", "[finished]", "finished"]
    #expect(try Way(registry).log == answer)
    // The registry says whether the test has failed for it: it may have expected the first one.
    for _ in 2...3 {
      let way = try Way(registry)
      #expect(way.log == ["tell the test?"])
      way.bring(.heard())
      #expect(way.log == answer)
    }
  }

  @Test func `an error need not say again what the test was told`() throws {
    registry.reportIssues(to: IssueReporter { _ in .failed })
    let way = try Way(registry)
    var heard: [String] = []
    way.door.onFailure = { heard.append($0.localizedDescription) }
    #expect(way.log == ["[unmatched]", "tell the test?"])
    way.bring(.heard(inBrief: "in brief"))
    #expect(heard == ["in brief"])
    #expect(way.log == ["failed -1008"])
    #expect(registry.exchanges.last?.error?.localizedDescription != "in brief")
  }

  @Test func `a request too many may be cancelled while the test is told`() throws {
    registry.reportIssues(to: IssueReporter { _ in .failed })
    registry.stub(condition: isPath("/x"), expected: .never, response: .text("there"))
    let way = try Way(registry)
    way.passage.cancel()
    #expect(way.log == ["tell the test?", "abandoned", "[cancelled]", "cancelled"])
    way.bring(.heard())
    #expect(way.log == [])
    #expect(way.outcomes == [.cancelled])
  }

  @Test func `a redirect that is refused is the response`() throws {
    redirect(to: "/y")
    let way = try Way(registry)
    way.bring(.advice(.keep))
    #expect(way.log == ["advice?", "302", "[finished]", "finished"])
    #expect(way.outcomes == [.finished])
  }

  @Test func `a redirect that is handed over is closed, and its response is still delivered`()
    throws
  {
    redirect(to: "/y")
    let way = try Way(registry)
    way.bring(.advice(.handOver))
    #expect(way.log == ["advice?", "[redirected]", "302 handed over", "finished"])
    #expect(way.outcomes == [.redirected])
  }

  @Test func `a cancel while the delegate is asked ends the request, and its answer is too late`()
    throws
  {
    redirect(to: "/y")
    let way = try Way(registry)
    way.passage.cancel()
    #expect(way.log == ["advice?", "abandoned", "[cancelled]", "cancelled"])
    way.bring(.advice(.follow(try .to("https://a.com/y"))))
    #expect(way.log == [])
    #expect(way.outcomes == [.cancelled])
  }

  @Test func `a chain of redirects ends`() throws {
    redirect(to: "/x")
    let way = try Way(registry)
    for _ in 0..<Redirection.limit {
      way.bring(.advice(.follow(try .to("https://a.com/x"))))
      way.bring(.body(nil))
    }
    #expect(way.log.suffix(2) == ["[failed]", "failed -1007"])
    #expect(way.outcomes.count == Redirection.limit + 1)
  }

  @Test func `a redirect does not lead from http to the files of this machine`() throws {
    let open = StubRegistry(unmatched: .passThrough)
    open.stub(condition: isHost("a.com"), response: .redirect(to: URL(filePath: "/etc/hosts")))
    let way = try Way(open)
    way.bring(.advice(.follow(URLRequest(url: URL(filePath: "/etc/hosts")))))
    #expect(way.log == ["advice?", "[failed]", "failed -1002"])
  }

  @Test func `a credential sends the request again with the same body`() throws {
    registry.stub(condition: isPath("/x"), response: .status(200))
    registry.stub(
      condition: isPath("/x"), times: 1,
      response: .status(401, headers: ["WWW-Authenticate": "Basic realm=\"a\""]))
    let way = try Way(registry, body: "again")
    way.bring(.advice(.authorize("Basic eA==")))
    #expect(
      way.log == [
        "sent 5 of 5", "advice?", "[challenged]", "sent 5 of 5", "200", "[finished]", "finished",
      ])
    #expect(way.outcomes == [.challenged, .finished])
    let second = try #require(registry.exchanges.last?.request)
    #expect(second.headers["Authorization"] == "Basic eA==")
    #expect(second.body == Data("again".utf8))
  }

  @Test func `a challenge that nobody answers is the response`() throws {
    registry.stub(
      condition: anyRequest(), response: .status(401, headers: ["WWW-Authenticate": "Basic"]))
    let way = try Way(registry)
    way.bring(.advice(.keep))
    #expect(way.log == ["advice?", "401", "[finished]", "finished"])
  }

  @Test func `a delegate can give up`() throws {
    registry.stub(
      condition: anyRequest(), response: .status(401, headers: ["WWW-Authenticate": "Basic"]))
    let way = try Way(registry)
    way.bring(.advice(.cancel))
    #expect(way.log == ["advice?", "[cancelled]", "failed -999"])
  }

  @Test func `the network brings a head, pieces and an end`() throws {
    registry.stub(condition: anyRequest(), response: .passThrough)
    let way = try Way(registry)
    #expect(way.log == ["network?"])
    way.bring(.arrival(.head(head(200))))
    #expect(way.log == ["200", "arrival?"])
    way.bring(.arrival(.piece(Data("ab".utf8))))
    #expect(way.log == ["ab", "arrival?"])
    way.bring(.arrival(.end))
    #expect(way.log == ["[passed through]", "finished"])
    #expect(way.outcomes == [.passedThrough])
  }

  @Test func `a head that is none of HTTP's is handed on`() throws {
    registry.stub(condition: anyRequest(), response: .passThrough)
    let way = try Way(registry)
    let head = URLResponse(
      url: URL(filePath: "/x"), mimeType: nil, expectedContentLength: 0, textEncodingName: nil)
    way.bring(.arrival(.foreignHead(head)))
    #expect(way.log == ["network?", "a foreign head", "arrival?"])
  }

  @Test func `a redirect from the network asks the registry again`() throws {
    registry.stub(condition: isPath("/y"), response: .text("stubbed"))
    registry.stub(condition: isPath("/x"), response: .passThrough)
    let way = try Way(registry)
    way.bring(.arrival(.head(head(302, ["Location": "/y"]))))
    way.bring(.advice(.follow(try .to("https://a.com/y"))))
    way.bring(.body(nil))
    #expect(
      way.log == [
        "network?", "advice?", "[redirected]", "body?", "200", "stubbed", "[finished]", "finished",
      ])
    #expect(way.outcomes == [.redirected, .finished])
  }

  @Test func `the network's challenge is asked about, and the network asked once more`() throws {
    registry.stub(condition: anyRequest(), response: .passThrough)
    let way = try Way(registry)
    way.bring(.arrival(.head(head(401, ["WWW-Authenticate": "Basic"]))))
    #expect(way.log == ["network?", "advice?"])
    way.bring(.advice(.authorize("Basic x")))
    way.bring(.arrival(.head(head(200))))
    way.bring(.arrival(.end))
    #expect(way.outcomes == [.passedThrough])
  }

  @Test func `the network can fail, or take too long`() throws {
    registry.stub(condition: anyRequest(), response: .passThrough)
    let way = try Way(registry)
    way.bring(.failed(URLError(.timedOut)))
    way.bring(.arrival(.head(head(200))))
    #expect(way.log == ["network?", "[failed]", "failed -1001"])
    #expect(way.outcomes == [.failed])
  }
}
