import Foundation
import StubKitTesting
import Testing

@testable import StubKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Secrets that a seeded generator plants everywhere are in nothing that is said of the requests.
struct PlantedReportTests {
  /// Conditions of every kind, none of which a planted request meets.
  private static let conditions: [RequestMatcher] = [
    isPath("/other"), pathMatches("^/zz"), isPathTemplate("/a/{b}"), isMethodDELETE(),
    containsQuery(["password": "x"]), hasExactQuery(["a": "1"]), queryMatches("token", "^$"),
    lacksQuery("a"), hasHeaderNamed("X-Auth-Token", value: "x"), headerMatches("Cookie", "^$"),
    hasBearerToken("x"), hasBasicAuth(user: "ann", password: "x"), hasCookie("id", value: "x"),
    hasBody(Data("x".utf8)), bodyContains("nothing"), hasJsonBody(["password": "x"]),
    containsJson(["a": ["b": "x"]]), hasFormBody(["password": "x"]), isGraphQLOperation("M2"),
    satisfies { _ in false }, isDELETE("https://b.test/{c}?password=x"),
    containsFormBody(["password": "x"]) && bodyMatches("nothing") && hostMatches("nothing")
      && absoluteURLStartsWith("https://b.") && absoluteURLMatches("nothing"),
    hasMultipartPart(named: "Password", fileName: "x", contentType: "a/b", body: "x")
      && hasJsonBody(matching: ["password": .matching("^x$"), "a": .unordered([1, .anyString])])
      && containsJson(matching: ["password": .anyNumber, "a": ["b": .anyBool]]),
    isGraphQLMutation() && isGraphQLQuery()
      && isGraphQLOperation("M", variables: ["password": .matching("nothing")]),
  ]

  @Test(arguments: PlantedRequest.Place.allCases)
  func `no secret is said, whoever speaks of the request`(place: PlantedRequest.Place) throws {
    var generator = SeededRandom(seed: 20_261_121)
    for round in 0..<3 {
      let planted = PlantedRequest(at: place, using: &generator)
      let said = try Self.everything(saidOf: planted, condition: round)
      let saidForms = planted.forms.filter(said.contains)
      #expect(saidForms.isEmpty, "\(planted)")
      if planted.answer.isEmpty { #expect(said.contains("REDACTED"), "\(planted)") }
    }
  }

  /// All that is said of a request, and of one that repeats its secret in the same report.
  ///
  /// - Parameter number: Which of the conditions the registry has.
  private static func everything(
    saidOf planted: PlantedRequest, condition number: Int
  ) throws -> String {
    var said = ""
    let registry = StubRegistry()
    registry.given(conditions[number % conditions.count], line: 1)
    registry.given(conditions[(number + 11) % conditions.count], line: 2)
    let request = planted.exchange.requestWithBody
    registry.conclude(
      registry.begin(request), .failed, response: planted.exchange.response)
    registry.ask(request)
    said += registry.explain(request)
    let snapshot = StubRequest(request)
    said += snapshot.curl
    if let graphQL = snapshot.graphQL { said += graphQL.description }
    for condition in conditions { said += condition.evaluate(snapshot).description }
    let error = registry.discretion.shown(
      URLError(.badURL).failing(planted.request.url), of: planted.request)
    said += "\(error) \(error.errorUserInfo)"
    for exchange in registry.exchanges {
      let event = StubEvent(
        kind: .finished, request: exchange.request, response: exchange.response)
      said += "\(exchange) \(String(reflecting: exchange.request)) \(event)"
      said += "\(exchange.response.map { "\($0)" } ?? "") \(exchange.request.headers)"
      dump(exchange, to: &said)
      dump(event, to: &said)
    }
    // The body of an answer is not in the log.
    if planted.answer.isEmpty { registry.ask(planted.echo.requestWithBody) }
    do { try registry.verify() } catch { said += "\(error) \(error.localizedDescription)" }
    return said
  }
}

extension ForwardedExchange {
  /// The request with its body.
  var requestWithBody: URLRequest {
    var request = self.request
    request.httpBody = requestBody
    return request
  }
}
