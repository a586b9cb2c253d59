import Foundation
import StubKit
import Testing

struct ResponseBuilderTests {
  private struct User: Encodable {
    var id = 1
    var name = "Ann"
  }

  static let typed: [(StubResponse, String, String?)] = [
    (.data(Data("abc".utf8)), "abc", nil),
    (.text("grüß"), "grüß", "text/plain; charset=utf-8"),
    (.html("<p>"), "<p>", "text/html; charset=utf-8"),
    (.json(["b": 1, "a": [true, nil, 1.5]]), #"{"a":[true,null,1.5],"b":1}"#, "application/json"),
    (.json(["id": 1]), #"{"id":1}"#, "application/json"),
    (.json([1, 2]), "[1,2]", "application/json"),
    (.json([:]), "{}", "application/json"),
    (.json([]), "[]", "application/json"),
    (.json(nil), "null", "application/json"),
    (.json(true), "true", "application/json"),
    (.json("text"), #""text""#, "application/json"),
    (.json(["name": "Ann", "url": "a/b"]), #"{"name":"Ann","url":"a/b"}"#, "application/json"),
    (.json(User()), #"{"id":1,"name":"Ann"}"#, "application/json"),
    (.json([User()]), #"[{"id":1,"name":"Ann"}]"#, "application/json"),
    (.status(404), "", nil),
  ]

  @Test(arguments: typed)
  func `the kind of body tells the type and the length`(
    response: StubResponse, body: String, type: String?
  ) throws {
    let reply = try #require(response.reply())
    #expect(reply.text == body)
    #expect(reply.headers["Content-Type"] == type)
    #expect(reply.headers["Content-Length"] == "\(body.utf8.count)")
  }

  @Test func `an encoder of the test's writes keys and dates its own way`() {
    struct Visit: Encodable {
      let firstSeen: Date
    }
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.dateEncodingStrategy = .secondsSince1970
    let visit = Visit(firstSeen: Date(timeIntervalSince1970: 5))
    let response = StubResponse.json(visit, encoder: encoder, status: 201, headers: ["X": "y"])
    #expect(response.text() == #"{"first_seen":5}"#)
    #expect(response.reply()?.status == 201)
    #expect(response.reply()?.headers["Content-Type"] == "application/json")
    #expect(response.reply()?.headers["X"] == "y")
  }

  @Test func `what an encoder cannot write is a response that says so`() {
    let complaint = StubResponse.json(["score": Double.nan], encoder: JSONEncoder()).complaint()
    let sentence = "The stub's response cannot be written as JSON: $.score: nan cannot be encoded: "
    #expect(complaint?.hasPrefix(sentence) == true)
    #expect(StubResponse.json("[1]", encoder: JSONEncoder()).complaint()?.contains("text:") == true)
  }

  @Test func `a dictionary of anything becomes JSON`() {
    let dictionary: [String: Any] = ["n": 1, "list": [1, "two", NSNull()] as [Any]]
    #expect(StubResponse.json(dictionary).text() == #"{"list":[1,"two",null],"n":1}"#)
    let optional: [String: Any?] = ["none": nil, "one": 1]
    #expect(StubResponse.json(optional).text() == #"{"none":null,"one":1}"#)
  }

  @Test func `an array of anything becomes JSON`() {
    let (id, name) = (7, "Ada")
    #expect(StubResponse.json([["id": id, "name": name]]).text() == #"[{"id":7,"name":"Ada"}]"#)
    let items: [[String: Any]] = [["b": 1, "a": ["x", 2.5] as [Any]], [:]]
    #expect(StubResponse.json(items, status: 201).text() == #"[{"a":["x",2.5],"b":1},{}]"#)
    let counted = StubResponse.json((1...2).map { ["n": $0, "s": "\($0)"] })
    #expect(counted.text() == #"[{"n":1,"s":"1"},{"n":2,"s":"2"}]"#)
    #expect(StubResponse.json([]).text() == "[]")
    let dated: [[String: Any]] = [[:], ["born": Date()]]
    #expect(StubResponse.json(dated).complaint()?.contains("$[1].born: a Date is not") == true)
  }

  @Test func `literals with variables inside become JSON`() {
    let id = 7
    let name = "Ann"
    let nickname: String? = nil
    #expect(StubResponse.json(["id": id]).text() == #"{"id":7}"#)
    #expect(
      StubResponse.json(["id": id, "name": name, "nickname": nickname]).text()
        == #"{"id":7,"name":"Ann","nickname":null}"#)
    #expect(StubResponse.json(["nickname": nickname]).text() == #"{"nickname":null}"#)
    #expect(StubResponse.json([id, id], status: 201).text() == "[7,7]")
  }

  @Test func `a text that is JSON already is sent as it is`() {
    let response = StubResponse.json(text: #"{"b": 1,  "a": [2]}"#, status: 201)
    #expect(response.text() == #"{"b": 1,  "a": [2]}"#)
    #expect(response.reply()?.status == 201)
    #expect(response.reply()?.headers["Content-Type"] == "application/json")
    #expect(StubResponse.json(text: #""[1]""#).text() == #""[1]""#)
    #expect(StubResponse.json(text: "[1").complaint()?.contains("JSON") == true)
  }

  @Test func `a string that is the text of an object or an array is taken for a mistake`() {
    let start = "The stub's response would be a JSON string, but its text is the JSON of "
    let question = ": did you mean .data or .json(text:)? The text is "
    #expect(StubResponse.json("[1]").complaint() == start + "an array" + question + "[1]")
    let text = #" {"id": 1}"#
    #expect(StubResponse.json(text).complaint() == start + "an object" + question + text)
    let optional: String? = text
    #expect(StubResponse.json(optional).complaint() == start + "an object" + question + text)
    #expect(StubResponse.json("1").text() == #""1""#)
    #expect(StubResponse.json("null").text() == #""null""#)
    #expect(StubResponse.json("[1").text() == #""[1""#)
    #expect(StubResponse.json(["[1]"]).text() == #"["[1]"]"#)
  }

  static let described: [(StubResponse, String)] = [
    (.json(["id": 1]), "200 application/json, 8 bytes"),
    (.text("a"), "200 text/plain; charset=utf-8, 1 byte"),
    (.status(404), "404"),
    (.file(URL(fileURLWithPath: "/a/b.png")), "200 image/png, file /a/b.png"),
    (.fixture("c/d.json", in: .module), "200 application/json, fixture c/d.json"),
    (.failure(.timedOut), "failure: The request timed out."), (.hang, "hang"),
    (.passThrough, "pass through"), (.stream([]), "200, stream"),
    (.stream { AsyncStream<Data> { $0.finish() } }, "200, asynchronous stream"),
    (.sequence(.status(503), .hang), "sequence of [503; hang]"),
  ]

  @Test(arguments: described)
  func `a response can be read`(response: StubResponse, description: String) {
    #expect("\(response)" == description)
  }

  @Test func `a body that is a slice counts from zero`() throws {
    let slice = Data("0123456789".utf8)[4..<8]
    let data = try #require(StubResponse.data(slice).reply()?.data)
    #expect(data.startIndex == 0)
    #expect(data == Data("4567".utf8))
  }

  @Test func `bytes that are JSON already are sent as they are`() {
    let bytes = Data(#"{ "b": 1, "a": [2] }"#.utf8)
    let response = StubResponse.json(bytes)
    #expect(response.text() == #"{ "b": 1, "a": [2] }"#)
    #expect(response.reply()?.headers["Content-Type"] == "application/json")
    #expect(
      StubResponse.json(Data("{".utf8)).complaint()?
        .hasPrefix("The stub's response cannot be written as JSON: ") == true)
  }

  @Test func `what is no JSON makes a response that says so`() {
    let dated: [String: Any] = ["born": [Date()]]
    #expect(
      StubResponse.json(dated).complaint()
        == """
        The stub's response cannot be written as JSON: $.born[0]: a Date is not a JSON value; write \
        it in one form, such as a text.
        """
    )
    #expect(
      StubResponse.json(["scores": [1, .double(.infinity)]] as StubJSON).complaint()
        == """
        The stub's response cannot be written as JSON: the number at $.scores[1] is not finite.
        """)
    let fault = StubResponse.json(["score": Double.nan]).fault() as? URLError
    #expect(fault?.code == .badServerResponse)
    #expect(
      fault?.localizedDescription.hasPrefix("The stub's response cannot be written as JSON: ")
        == true)
  }

  @Test func `headers that are given are kept`() throws {
    let reply = try #require(
      StubResponse.text("abc", headers: ["content-type": "text/x", "CONTENT-LENGTH": "9"]).reply())
    #expect(reply.headers == ["content-type": "text/x", "CONTENT-LENGTH": "9"])
  }

  @Test func `a body that comes in chunks is given no length`() throws {
    let reply = try #require(
      StubResponse.text("abc", headers: ["transfer-encoding": "chunked"]).reply())
    #expect(reply.text == "abc")
    #expect(!reply.headers.contains("Content-Length"))
  }

  @Test func `a HEAD request gets the headers without the body`() throws {
    let reply = try #require(StubResponse.text("abc").reply(to: .head))
    #expect(reply.text == "")
    #expect(reply.headers == ["Content-Type": "text/plain; charset=utf-8", "Content-Length": "3"])
  }

  @Test func `a 304 keeps the length of the body it does not have`() throws {
    let reply = try #require(StubResponse.text("abc", status: 304).reply())
    #expect(reply.text == "")
    #expect(reply.headers["Content-Length"] == "3")
    #expect(StubResponse.status(304).reply()?.headers == [:])
  }

  @Test(arguments: [100, 103, 199, 204])
  func `some statuses have neither a body nor its headers`(status: Int) throws {
    let reply = try #require(
      StubResponse.text("abc", status: status, headers: ["Content-Length": "3", "A": "b"]).reply())
    #expect(reply.text == "")
    #expect(reply.headers == ["A": "b"])
  }

  @Test(.timeLimit(.minutes(10))) func `a number that JSON cannot write is found at any depth`() {
    let depth = 40
    var value = StubJSON.double(.nan)
    for _ in 0..<depth { value = ["a": [1, value]] }
    #expect(
      StubResponse.json(value).complaint()
        == "The stub's response cannot be written as JSON: the number at $"
        + String(repeating: ".a[1]", count: depth) + " is not finite.")
  }

  @Test func `a redirect names the address`() throws {
    let url = try #require(URL(string: "https://example.com/a%20b"))
    let reply = try #require(StubResponse.redirect(to: url).reply())
    #expect(reply.status == 302)
    #expect(reply.headers["Location"] == "https://example.com/a%20b")
    #expect(StubResponse.redirect(to: url, status: 308).reply()?.status == 308)
    let relative = try #require(StubResponse.redirect(to: "/login", status: 303).reply())
    #expect(relative.status == 303)
    #expect(relative.headers["Location"] == "/login")
    #expect(
      StubResponse.redirect(to: "").complaint()
        == #"The stub's redirect leads to "", which is no URL."#)
  }

  @Test(arguments: [200, 299, 400, 600])
  func `a redirect with a status that leads nowhere says so`(status: Int) {
    #expect(
      StubResponse.redirect(to: "/login", status: status).complaint()
        == "The stub's response has a mistake: .redirect(to: …, status: \(status)): no client "
        + "follows this status; take 301, 302, 303, 307 or 308.")
  }

  @Test(arguments: [Int.min, -1, 0, 99, 600, Int.max])
  func `a status that is none makes a response that says so`(status: Int) {
    let sentence = "\(status) is not an HTTP status: the stub's response needs one from 100 to 599."
    #expect(StubResponse.text("abc", status: status).complaint() == sentence)
    #expect(StubResponse.text("abc").with(status: status).complaint() == sentence)
    #expect(StubResponse.file(URL(fileURLWithPath: "/"), status: status).complaint() == sentence)
  }

  @Test func `a header that HTTP forbids makes a response that says so`() {
    #expect(
      StubResponse.status(200, headers: ["X-A": "b\r\nSet-Cookie: c"]).complaint()
        == #"""
        The header X-A of the stub's response has a line break or a NUL in its value: \#
        "b\r\nSet-Cookie: c".
        """#)
    #expect(
      StubResponse.status(200).with(header: "a\u{1B}b", value: "c").complaint()
        == #""a\u{1b}b" is not a valid name for a header field of the stub's response."#)
  }

  @Test func `status and headers can be changed afterwards`() throws {
    let reply = try #require(
      StubResponse.text("abc").with(status: 201).with(header: "content-type", value: "text/x")
        .with(header: "ETag", value: "1").with(header: "etag", value: "2").reply())
    #expect(reply.status == 201)
    #expect(reply.headers["Content-Type"] == "text/x")
    #expect(reply.headers.values(for: "ETag") == ["2"])
  }

  @Test func `a failure by its code says what went wrong`() throws {
    let error = try #require(StubResponse.failure(.notConnectedToInternet).fault() as? URLError)
    #expect(error.code == .notConnectedToInternet)
    #expect(error.localizedDescription == "There is no connection to the Internet.")
  }

  @Test func `a failure by an error is that error`() {
    struct Broken: Error, Equatable {}
    #expect(StubResponse.failure(Broken()).fault() as? Broken == Broken())
    #expect(StubResponse.failure(Broken()).with(status: 500).fault() is Broken)
  }

  @Test func `a request that goes out is answered by nobody, unless it fails before`() {
    #expect(StubResponse.passThrough.isLetOut)
    #expect(!StubResponse.hang.isLetOut)
    #expect(StubResponse.passThrough.flaky(rate: 1, seed: 1).complaint() != nil)
  }

  @Test func `an answer from the network that the stub changes is a mistake, and told`() {
    let passing = StubResponse.passThrough
    let changed = [
      passing.delayed(by: .seconds(1)), passing.throttled(to: .edge),
      passing.throttled(bytesPerSecond: 1), passing.chunked(every: .seconds(1), size: 1),
      passing.requestTime(1, responseTime: 1), passing.dropping(afterBytes: 1),
      passing.truncated(afterBytes: 1), passing.ranged(), passing.with(status: 500),
      passing.with(header: "a", value: "b"), passing.with(body: Data()),
      passing.flaky(rate: 0, seed: 1).delayed(by: .seconds(1)),
    ]
    for response in changed {
      #expect(
        response.complaint() == """
          The stub's response is .passThrough, which can be neither changed nor delayed. Let a closure \
          answer: { request in try await request.perform().delayed(by: .seconds(1)) }
          """)
    }
    let others = StubResponse.sequence(passing, .text("a")).delayed(by: .seconds(1))
    #expect(others.isLetOut && others.with(status: 500).isLetOut)
  }
}
