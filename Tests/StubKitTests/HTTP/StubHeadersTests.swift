import StubKit
import Testing

@Suite struct StubHeadersTests {
  private let headers: StubHeaders = [
    "Content-Type": "text/plain", "set-cookie": "a=1", "Set-Cookie": "b=2",
  ]

  @Test func `names ignore case and keep their spelling and order`() {
    #expect(headers["content-TYPE"] == "text/plain")
    #expect(headers.values(for: "SET-COOKIE") == ["a=1", "b=2"])
    #expect(headers["Set-Cookie"] == "a=1, b=2")
    #expect(headers["X"] == nil)
    #expect(headers.contains("CONTENT-type"))
    #expect(!headers.contains("Content"))
    #expect(headers.map(\.name) == ["Content-Type", "set-cookie", "Set-Cookie"])
    #expect(
      headers.description
        == "Content-Type: text/plain\nset-cookie: a=REDACTED\nSet-Cookie: b=REDACTED")
  }

  @Test func `cookies are joined by semicolons`() {
    let headers: StubHeaders = ["Cookie": "a=1", "cookie": "b=2"]
    #expect(headers["COOKIE"] == "a=1; b=2")
  }

  @Test func `appending keeps, setting replaces and removing removes all of a name`() {
    var changed = headers
    changed.append("c=3", for: "SET-COOKIE")
    #expect(changed.values(for: "Set-Cookie") == ["a=1", "b=2", "c=3"])
    changed.set("d=4", for: "Set-Cookie")
    #expect(changed.map(\.value) == ["text/plain", "d=4"])
    changed["Content-Type"] = "text/html"
    #expect(changed.map(\.value) == ["text/html", "d=4"])
    changed["X"] = "1"
    changed["set-cookie"] = nil
    #expect(changed == ["content-type": "text/html", "x": "1"])
    changed.remove("CONTENT-TYPE")
    #expect(changed.count == 1)
  }

  @Test func `a dictionary joins the values of a name under its first spelling`() {
    #expect(headers.dictionary == ["Content-Type": "text/plain", "set-cookie": "a=1, b=2"])
    #expect(StubHeaders(["b": "2", "a": "1"]).map(\.name) == ["a", "b"])
    #expect(StubHeaders().dictionary.isEmpty)
  }

  @Test(arguments: [10, 100])
  func `a dictionary joins repeated names under the first spelling, however many fields there are`(
    count: Int
  ) {
    var headers = StubHeaders()
    for number in 0..<count { headers.append("\(number)", for: "X-\(number)") }
    headers.append("last", for: "x-3")
    #expect(headers.dictionary.count == count)
    #expect(headers.dictionary["X-3"] == "3, last")
    #expect(headers.dictionary["X-4"] == "4")
  }

  @Test func `equality ignores the case of names and not that of values`() {
    #expect(["A": "1"] as StubHeaders == ["a": "1"])
    #expect(["A": "x"] as StubHeaders != ["A": "X"])
    #expect((["A": "1"] as StubHeaders).hashValue == (["a": "1"] as StubHeaders).hashValue)
    #expect(["A": "1", "B": "2"] as StubHeaders != ["B": "2", "A": "1"])
  }
}
