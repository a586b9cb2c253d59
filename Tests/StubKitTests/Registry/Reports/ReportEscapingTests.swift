import Foundation
import Testing

@testable import StubKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Requests whose parts would write something else into a terminal than they are.
struct ReportEscapingTests {
  /// A terminal's escape, a line break, C1, a turned direction, and a character without a width.
  private static let controls = "\u{1B}\r\n\u{9B}\u{202E}\u{200B}"

  private var request: URLRequest {
    get throws {
      let controls = Self.controls
      var request = try URLRequest.to(
        "http://a.test/%1B%0A%C2%9B%E2%80%AE%E2%80%8B?%1B%0A%C2%9B%E2%80%AE%E2%80%8B=%1B%E2%80%AE",
        headers: ["Cookie": "a\(controls)=b\(controls)", "X-A": "a\(controls)"],
        body: #"{"a\#u{202E}": "\#(controls.filter { $0 != "\r\n" && $0 != "\u{1B}" })"}"#)
      request.httpMethod = "GET\(controls)"
      return request
    }
  }

  @Test(arguments: [
    isMethodGET(), isPath("/a"), containsQuery("a"), containsQuery(["a": "b"]), hasExactQuery([:]),
    hasHeaderNamed("X-A", value: "a"), hasHeaderNamed("X-B"), hasCookie("a"),
    hasCookie("a\(controls)", value: "c"), hasBearerToken("a"), bodyContains("b"),
    hasJsonBody([:]), hasJsonBody(["b": "c"]), hasFormBody([:]), isGraphQLOperation("Q"),
    hasBody(Data(controls.utf8)), isHost("b.test"), isAbsoluteURLString("http://b.test"),
    pathMatches("b\u{202E}"), bodyMatches("b\u{202E}"), absoluteURLMatches("b\u{202E}"),
    hasJsonBody(matching: ["b\u{202E}": .matching("\u{202E}")]), isGraphQLQuery(),
    hasMultipartPart(named: controls), containsFormBody(["b": controls]),
    absoluteURLStartsWith("http://b.test"), satisfies(controls) { _ in false },
  ])
  func `no report holds them raw`(matcher: RequestMatcher) throws {
    let registry = StubRegistry(unmatched: .fail)
    registry.given(matcher, named: Self.controls, line: 3)
    let request = try request
    registry.ask(request)
    let texts = [
      registry.explain(request), "\(matcher)", matcher.evaluate(StubRequest(request)).description,
      "\(StubRequest(request))", registry.issues.map(\.text).joined(separator: "\n"),
    ]
    for text in texts {
      let raw = text.unicodeScalars.filter {
        $0 != "\n" && $0.properties.generalCategory != .privateUse
          && [.control, .format].contains($0.properties.generalCategory)
      }
      #expect(raw.isEmpty, "\(text.debugDescription)")
    }
    #expect(texts[0].hasPrefix(#"No stub matches GET\u{1b}\r\n\u{9b}\u{202e}\u{200b} http://"#))
  }
}
