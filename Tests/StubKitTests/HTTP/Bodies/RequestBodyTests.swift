import Foundation
import StubKit
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a request's body is asked for.
struct RequestBodyTests {
  private func request(_ body: String?, type: String? = nil) throws -> StubRequest {
    StubRequest(
      try .to(
        "https://a.test/x", method: "POST", headers: type.map { ["Content-Type": $0] } ?? [:],
        body: body))
  }

  @Test func `JSON is read whatever its type says, and anything else is none`() throws {
    #expect(try request(#"{"id": 1, "tags": ["a"]}"#, type: "text/plain").json?["tags"]?[0] == "a")
    #expect(try request("1").json == 1)
    #expect(try request("a=1").json == nil)
    #expect(try request("").json == nil)
    #expect(try request(nil).json == nil)
  }

  @Test func `a form is read by its names, decoded`() async throws {
    let type = "application/x-www-form-urlencoded; charset=utf-8"
    let form = try #require(request("user=ada+l&tag=a%26b&flag&tag=c", type: type).form)
    #expect(form["user"] == "ada l")
    #expect(form["tag"] == "a&b")
    #expect(form.values(for: "tag") == ["a&b", "c"])
    #expect(form["flag"] == nil)
    #expect(form.values(for: "flag") == [""])
    #expect(form["none"] == nil)
    #expect(form.map(\.name) == ["user", "tag", "flag", "tag"])
    #expect(try request("a=1").form?["a"] == "1")
    #expect(try request("a=1", type: "text/plain").form == nil)
    #expect(try request(nil).form == nil)
    // Whatever another stub has looked for.
    let registry = StubRegistry()
    registry.stub(condition: isPath("/x")) { .text($0.form == nil ? "no form" : "form") }
    registry.stub(condition: isPath("/x") && hasJsonBody(["a": 1]), response: .status(201))
    let (data, _) = try await registry.session.data(
      from: try #require(URL(string: "https://a.com/x")))
    #expect(String(decoding: data, as: UTF8.self) == "no form")
    #expect(
      try request("user=ada&password=a%26hunter2-x", type: type).form?.description
        == "user=ada&password=REDACTED")
    // What stands beside a code says whether it is a secret.
    let login = try request("code=482193&grant_type=a+b", type: type).form
    #expect(login?.description == "code=REDACTED&grant_type=a b")
    // A client that sets no type may declare a body of JSON to be a form.
    let json = try request(#"{"user":"ada","password":"hunter2-x"}"#, type: type).form
    #expect(json?.description == #"{"user":"ada","password":"REDACTED"}"#)
  }

  private struct Order: Decodable, Equatable {
    let placedAt: Date
  }

  @Test func `names of a form that differ in their bytes are two, as they are to a server`() throws
  {
    let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
    let form = try #require(try request("caf%C3%A9=1&cafe%CC%81=2&cafe%CC%81=3").form)
    #expect(form[composed] == "1")
    #expect(form[decomposed] == "2")
    #expect(form.values(for: composed) == ["1"])
    #expect(form.values(for: decomposed) == ["2", "3"])
  }

  @Test func `it is decoded as a decoder is told to`() throws {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    decoder.dateDecodingStrategy = .secondsSince1970
    let request = try request(#"{"placed_at": 3}"#)
    #expect(
      try request.decode(Order.self, decoder: decoder)
        == Order(placedAt: Date(timeIntervalSince1970: 3)))
    #expect(throws: DecodingError.self) { try request.decode(Order.self) }
  }

  @Test func `a body that is missing cannot be decoded, which is said`() throws {
    let error = try #require(throws: DecodingError.self) { try request(nil).decode(Order.self) }
    guard case .dataCorrupted(let context) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(
      context.debugDescription
        == "POST https://a.test/x has no body to decode a value of the type Order from.")
  }

  @Test func `a closure is given what its condition has read`() async throws {
    try await withStubs { _ in
      stub(condition: hasJsonBody(["n": 1])) { request in
        .json(["same": .bool(request.json == ["n": 1]), "form": .bool(request.form == nil)])
      }
      var request = try URLRequest.to(
        "https://a.test/x", method: "POST", headers: ["Content-Type": "application/json"])
      request.httpBody = Data(#"{"n": 1}"#.utf8)
      let (data, _) = try await URLSession.shared.data(for: request)
      #expect(String(decoding: data, as: UTF8.self) == #"{"form":true,"same":true}"#)
    }
  }
}
