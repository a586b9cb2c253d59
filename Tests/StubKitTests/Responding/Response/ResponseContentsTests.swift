import Foundation
import StubKit
import Testing

struct ResponseContentsTests {
  @Test func `a response has its status, its headers and its body`() {
    let response = StubResponse.json(["id": 7], status: 201, headers: ["X": "y"])
    #expect(response.status == 201)
    #expect(
      response.headers == ["X": "y", "Content-Type": "application/json", "Content-Length": "8"])
    #expect(response.body == Data(#"{"id":7}"#.utf8))
    #expect(response.json == ["id": 7])
    #expect(response.timing == nil)
    #expect(StubResponse.status(404).body == Data())
    #expect(StubResponse.text("no JSON").json == nil)
  }

  @Test func `a file is read when its body is asked for`() throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("\(UUID().uuidString).json")
    let response = StubResponse.file(file)
    #expect(response.body == nil)
    #expect(response.headers == ["Content-Type": "application/json"])
    try Data("[1]".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    #expect(response.json == [1])
  }

  @Test(arguments: [
    StubResponse.failure(.timedOut), .hang, .passThrough, .sequence(.text("a"), .text("b")),
  ])
  func `what has no contents of its own says so, and stays as it is`(response: StubResponse) {
    #expect(response.status == nil)
    #expect(response.headers == [:])
    #expect(response.body == nil)
    #expect(response.json == nil)
    #expect(response.with(body: Data("x".utf8)).body == nil)
  }

  @Test func `another body has its own length, and no coding`() {
    let packed = StubResponse.json(
      Data("[1]".utf8), headers: ["Content-Encoding": "gzip", "Content-Length": "99", "X": "y"])
    let response = packed.with(body: Data("[1, 2]".utf8))
    #expect(response.text() == "[1, 2]")
    #expect(
      response.headers == ["X": "y", "Content-Type": "application/json", "Content-Length": "6"])
    #expect(StubResponse.stream([.data(Data("a".utf8))]).body == nil)
    #expect(StubResponse.stream([.data(Data("a".utf8))]).with(body: Data("b".utf8)).text() == "b")
  }
}
