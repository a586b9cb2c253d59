import Foundation
import TestPlaces
import Testing

@testable import StubKit
@testable import StubKitRecording

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct MocktailTests {
  let directory: TemporaryFolder

  init() throws {
    directory = TemporaryFolder()
  }

  private func request(_ method: String, _ url: String) throws -> URLRequest {
    var request = URLRequest(url: try #require(URL(string: url)))
    request.httpMethod = method
    return request
  }

  @Test func `a file says which requests it is for and what they get`() throws {
    let file = try directory.write(
      "GET|HEAD\nhttps://api\\.example\\.com/users/\\d+\n201\napplication/json\n\n{\"id\": 1}\n",
      to: "user.tail")
    let registry = StubRegistry()
    let stub = try registry.stub(mocktail: file)
    #expect(stub.name == "user.tail")
    #expect(stub.condition(try request("GET", "https://API.example.com/users/42?x=1")))
    #expect(stub.condition(try request("HEAD", "https://api.example.com/users/1")))
    #expect(!stub.condition(try request("POST", "https://api.example.com/users/1")))
    #expect(!stub.condition(try request("GET", "https://api.example.com/users/")))
    let reply = try #require(try Mocktail.read(file).response.reply())
    #expect(reply.status == 201)
    #expect(reply.text == "{\"id\": 1}\n")
    #expect(reply.headers == ["Content-Type": "application/json", "Content-Length": "10"])
  }

  @Test func `header fields stand behind the media type or in its place`() throws {
    let both = try Mocktail(
      parsing: Data("GET\n/a\r\n204\r\ntext/plain\r\nX-A: 1\r\nX-A: 2\r\n\r\nbody".utf8))
    #expect(both.headers == ["Content-Type": "text/plain", "X-A": "1", "X-A": "2"])
    #expect(both.body == Data("body".utf8))
    let fields = try Mocktail(parsing: Data("GET\n/a\n301\nLocation: /b\n".utf8))
    #expect(fields.headers == ["Location": "/b"])
    #expect(fields.body.isEmpty)
  }

  @Test(arguments: [
    "image/png;base64\n\niVBORw0K\nGgo=\n", "Content-Type: image/png; BASE64\n\niVBORw0KGgo=",
  ])
  func `a body may be in base64`(rest: String) throws {
    let mocktail = try Mocktail(parsing: Data("GET\n/logo\n200\n\(rest)".utf8))
    #expect(mocktail.body == Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
    #expect(mocktail.headers == ["Content-Type": "image/png"])
  }

  @Test func `a plain method is looked up, anything else is tried`() throws {
    #expect(
      try Mocktail(parsing: Data("GET\n/a\n200\na/b\n\n".utf8)).condition.description
        == "isMethodGET() && absoluteURLMatches(\"/a\", options: .caseInsensitive)")
    #expect(
      try Mocktail(parsing: Data(".*\n/a\n200\na/b\n\n".utf8)).condition.description
        == "methodMatches(\"^(?:.*)$\", options: .caseInsensitive) "
        + "&& absoluteURLMatches(\"/a\", options: .caseInsensitive)")
  }

  @Test(arguments: ["PROPFIND", "propfind", "PropFind"])
  func `a method ignores case`(name: String) throws {
    let mocktail = try Mocktail(parsing: Data("PROPFIND\n/a\n207\na/b\n\n".utf8))
    #expect(mocktail.condition(try request(name, "http://a.test/a")))
    #expect(!mocktail.condition(try request(name + "S", "http://a.test/a")))
  }

  @Test(arguments: [
    (
      "",
      "expected a method such as \"GET\" or \"GET|HEAD\", found the end of the file at byte 0, line 1"
    ),
    ("(\n", "expected a regular expression, found \"(\" at byte 0, line 1"),
    ("GET\n\n", "expected a regular expression for the URL, found \"\" at byte 4, line 2"),
    ("GET\n[\n", "expected a regular expression, found \"[\" at byte 4, line 2"),
    ("GET\n/a\nok\n", "expected a status from 100 to 599, found \"ok\" at byte 7, line 3"),
    (
      "GET\n/a\n200\n\nbody",
      "expected a media type such as \"application/json\" or a header field, found \"\" at byte 11, "
        + "line 4"
    ),
    (
      "GET\n/a\n200\n{}\n",
      "expected a media type such as \"application/json\" or a header field, found \"{}\" at byte 11, "
        + "line 4"
    ),
    (
      "GET\n/a\n200\ntext/plain\nbody\n",
      "expected a header field such as \"Name: value\" or a blank line, found \"body\" at byte 22, "
        + "line 5"
    ),
    (
      "GET\n/a\n200\na/b;base64\n\n!?\n",
      "expected a body in base64, found \"!?\" at byte 23, line 6"
    ),
  ])
  func `a file that is none says where and why`(text: String, complaint: String) throws {
    let file = try directory.write(text, to: "bad.tail")
    let error = #expect(throws: ArchiveError.self) { try StubRegistry().stub(mocktail: file) }
    #expect(error?.description == "\(file.path): \(complaint)")
    #expect(error?.localizedDescription == error?.description)
  }

  @Test func `a folder is read whole, and only then registered`() throws {
    try directory.write("GET\n/b\n200\na/b\n\n", to: "b.tail")
    try directory.write("GET\n/a\n200\na/b\n\n", to: "a.tail")
    try directory.write("GET\n/c\n200\na/b\n\n", to: "inner/c.TAIL")
    try directory.write("no mocktail", to: "readme.txt")
    // What macOS writes beside each file on foreign disks, and in archives.
    try directory.write("\0\u{5}\u{16}\u{7}", to: "inner/._c.TAIL")
    let registry = StubRegistry()
    let stubs = try registry.stub(mocktailsIn: directory.url)
    #expect(stubs.map(\.name) == ["a.tail", "b.tail", "c.TAIL"])
    #expect(registry.unusedStubs.isEmpty)

    let bad = try directory.write("", to: "d.tail")
    registry.removeAll()
    let error = #expect(throws: ArchiveError.self) {
      try registry.stub(mocktailsIn: directory.url)
    }
    #expect(error?.file == bad.path)
    #expect(registry.stubs.isEmpty)
  }

  @Test func `a link to a folder is followed, and a folder within may have any name`() throws {
    try directory.write("GET\n/a\n200\na/b\n\n", to: "real/a.tail")
    try directory.write("GET\n/b\n200\na/b\n\n", to: "real/x.tail/b.tail")
    let link = directory.url.appendingPathComponent("link")
    try FileManager.default.createSymbolicLink(
      at: link, withDestinationURL: directory.url.appendingPathComponent("real"))
    let stubs = try StubRegistry().stub(mocktailsIn: link)
    #expect(stubs.map(\.name) == ["a.tail", "b.tail"])
  }

  @Test func `a file that is not there says where it was looked for`() {
    let missing = directory.url.appendingPathComponent("none.tail")
    let folder = directory.url.path
    #expect(
      throws: ArchiveError(
        "There is no file \"none.tail\" for the stubs: looked at \(missing.path).\n"
          + "Put it there, or correct its name.")
    ) {
      try StubRegistry().stub(mocktail: missing)
    }
    #expect(
      throws: ArchiveError("There must be a file for the stubs, but \(folder) is a directory.")
    ) {
      try StubRegistry().stub(mocktail: directory.url)
    }
  }

  @Test func `a folder that is not there or has no such file is an error`() throws {
    let missing = directory.url.appendingPathComponent("none")
    #expect(throws: ArchiveError("There is no folder \(missing.path).")) {
      try StubRegistry().stub(mocktailsIn: missing)
    }
    #expect(
      throws: ArchiveError("There is no .tail file in the folder \(directory.url.path).")
    ) {
      try StubRegistry().stub(mocktailsIn: directory.url)
    }
  }

  @Test(arguments: [
    ("GET", "http://a\\.test/(a+)+$", "absoluteURLMatches(\"http://a\\\\.test/(a+)+$\""),
    ("(G|G+)+X", ".", "methodMatches(\"^(?:(G|G+)+X)$\""),
  ])
  func `an expression that would take years is given up and told of`(
    method: String, url: String, call: String
  ) throws {
    let tail = try Mocktail(parsing: Data("\(method)\n\(url)\n200\na/b\n\nbody".utf8))
    let registry = StubRegistry()
    let stub = registry.stub(condition: tail.condition, named: "slow", response: tail.response)
    let request = try URLRequest.to(
      "http://a.test/\(String(repeating: "a", count: 60))!",
      method: method == "GET" ? "GET" : String(repeating: "G", count: 60))
    let report = registry.explain(request)
    #expect(report.contains("✗ \(call)"), "\(report)")
    #expect(report.contains("took so long that it was given up"), "\(report)")
    // Where others wait, it is left to somebody who does not hold them up.
    RequestProbe.examining(request, body: .seen(nil), sight: .glance) {
      #expect(tail.condition.verdict(on: $0) == .open)
    }
    #expect(stub.callCount == 0)
  }
}
