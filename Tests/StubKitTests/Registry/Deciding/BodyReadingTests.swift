import Dispatch
import Foundation
import Testing

@testable import StubKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// How often and where the body of a request is parsed.
struct BodyReadingTests {
  /// What the registry under test notes of each reading of a body.
  private final class Reader: Sendable {
    @TaskLocal static var current: Reader?

    let registry: StubRegistry
    let readings = Journal()

    init(_ registry: StubRegistry) {
      self.registry = registry
    }

    /// Notes a reading, and whether somebody else can use the registry meanwhile.
    func note(_ body: Data) {
      let isFree = DispatchSemaphore(value: 0)
      DispatchQueue(label: "BodyReadingTests").async { [registry] in
        _ = registry.stubs
        isFree.signal()
      }
      let outcome = isFree.wait(timeout: .now() + 600)
      readings.note("\(body.count) bytes" + (outcome == .success ? "" : " under the lock"))
    }
  }

  private struct NotedForm: BodyForm {
    let text: String

    init(of body: ParsedBody) {
      Reader.current?.note(body.data)
      text = String(decoding: body.data, as: UTF8.self)
    }
  }

  private struct NotedCriterion: Criterion {
    let text: String

    func condition(on probe: RequestProbe) -> Verdict {
      probe.verdictOnBody(as: NotedForm.self) { Verdict($0.text == text) }
    }

    func finding(in probe: RequestProbe) -> String {
      "the body is \(probe.form(NotedForm.self)?.text.count ?? 0) characters"
    }

    func nearness(ofMiss probe: RequestProbe) -> Double {
      probe.form(NotedForm.self)?.text.nearness(to: text) ?? 0
    }

    var description: String { "noted(\(text.shortened(to: 10).swiftLiteral))" }
  }

  private func registry(_ policy: UnmatchedPolicy = .fail) -> StubRegistry {
    let registry = StubRegistry(unmatched: policy)
    for line in 1...20 {
      registry.given(RequestMatcher(NotedCriterion(text: "\(line)")), line: line)
    }
    return registry
  }

  @Test(arguments: [7, 1 << 17])
  func `a body is read once for a request, however many stubs and phases ask`(size: Int) throws {
    let registry = registry()
    let reader = Reader(registry)
    let request = try URLRequest.to(method: "POST", body: String(repeating: "x", count: size))
    Reader.$current.withValue(reader) {
      let parsed = request.httpBody.map(ParsedBody.init)
      let atOnce = registry.decideWithoutClosures(
        request, body: request.httpBody, parsed: parsed)
      // Many bytes are read off the work queue.
      #expect((atOnce == nil) == (size > 7))
      let decision =
        atOnce ?? registry.decide(request, body: request.httpBody, parsed: parsed)
      let report = registry.nearMissReport(of: decision.request)
      #expect(report.contains(": the body is \(size) characters"))
    }
    #expect(reader.readings.entries == ["\(size) bytes"])
    #expect(registry.exchanges.first?.request.parsedBody == nil)
  }

  @Test func `each decision and each report by itself reads it once, too`() throws {
    let registry = registry()
    let reader = Reader(registry)
    let request = try URLRequest.to(method: "POST", body: "7")
    Reader.$current.withValue(reader) {
      #expect(
        registry.decideWithoutClosures(request, body: request.httpBody)?.claim?.stub.location.line
          == 7)
      #expect(registry.decide(request, body: request.httpBody).claim?.stub.location.line == 7)
      #expect(registry.explain(request).contains("is answered by the stub at UserTests.swift:7"))
    }
    #expect(reader.readings.entries == ["1 bytes", "1 bytes", "1 bytes"])
  }

  @Test(arguments: [("7", true), ("21", false)])
  func `at a glance the body in the request decides, read once and outside of the lock`(
    body: String, isOurs: Bool
  ) throws {
    let registry = registry(.passThrough)
    let reader = Reader(registry)
    let request = try URLRequest.to(method: "POST", body: body)
    Reader.$current.withValue(reader) {
      #expect(registry.isOurs(request) == isOurs)
    }
    #expect(reader.readings.entries == ["\(body.count) bytes"])
  }

  @Test func `what alternatives capture may hang on a form that the verdict did not need`() throws {
    let registry = StubRegistry(unmatched: .fail)
    registry.given(
      isPathTemplate("/{a}") || (isPathTemplate("/{b}") && hasJsonBody(["id": 1])), line: 1)
    let request = try URLRequest.to("http://a.test/x", method: "POST", body: #"{"id": 1}"#)
    let decision = registry.decideWithoutClosures(request, body: request.httpBody)
    #expect(decision?.request.pathParameters == ["a": "x", "b": "x"])
  }

  @Test(arguments: [
    ("/b/7", #"{"n": 1}"#),
    ("/b/7", #"{"n": 1, "text": "\#(String(repeating: "x", count: 1 << 17))"}"#),
    ("/a/7", "{}"),
  ])
  func `what alternatives capture may hang on a closure or a long body`(
    path: String, body: String
  ) throws {
    let registry = StubRegistry(unmatched: .fail)
    registry.given(
      isPathTemplate("/a/{id}") && satisfies { _ in true }
        || isPathTemplate("/b/{id}") && containsJson(["n": 1]) || isMethodPUT(), line: 1)
    let request = try URLRequest.to("http://a.test\(path)", method: "PUT", body: body)
    let decision = registry.decide(request, body: request.httpBody)
    #expect(decision.request.pathParameters == ["id": "7"])
  }

  @Test func `a body that nobody asks for is not read`() throws {
    let registry = registry()
    registry.given(isPath("/x"), priority: 1, line: 30)
    let reader = Reader(registry)
    try Reader.$current.withValue(reader) {
      let request = try URLRequest.to("http://a.test/x", method: "POST", body: "7")
      #expect(registry.isOurs(request))
      #expect(registry.decide(request, body: request.httpBody).claim?.stub.location.line == 30)
    }
    #expect(reader.readings.entries.isEmpty)
  }

  @Test func `an exception for unmatched requests may ask for the body, too`() throws {
    let registry = StubRegistry(
      unmatched: .fail(except: RequestMatcher(NotedCriterion(text: "out"))))
    let reader = Reader(registry)
    try Reader.$current.withValue(reader) {
      for (body, isOut) in [("out", true), ("in", false)] {
        let request = try URLRequest.to(method: "POST", body: body)
        #expect(registry.isOurs(request) == !isOut)
        let decision = registry.decideWithoutClosures(request, body: request.httpBody)
        let isReleased = if case .released? = decision { true } else { false }
        #expect(isReleased == isOut)
      }
    }
    #expect(reader.readings.entries == ["3 bytes", "3 bytes", "2 bytes", "2 bytes"])
  }

  @Test func `what a condition has read its closure need not read again, and the log keeps none`()
    throws
  {
    let registry = StubRegistry()
    let stub = registry.given(hasJsonBody(["n": 1]), line: 1)
    let request = try URLRequest.to(method: "POST", body: #"{"n": 1}"#)
    let claim = registry.decide(request, body: request.httpBody).claim
    #expect(claim?.request.parsedBody?.existing(JSONForm.self) != nil)
    #expect(registry.exchanges[0].request.parsedBody == nil)
    let logged = stub.requests[0]
    #expect(logged.parsedBody?.existing(JSONForm.self) == nil)
    #expect(logged.json == ["n": 1])
    #expect(logged.parsedBody?.existing(JSONForm.self) != nil)
  }
}
