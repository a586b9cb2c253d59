import Foundation
import StubKit
import TestPlaces
import Testing

struct FileResponseTests {
  let directory: TemporaryFolder

  init() throws {
    directory = TemporaryFolder()
  }

  @Test func `a file is read each time`() throws {
    let file = try directory.write("one", to: "a.json")
    let response = StubResponse.file(file)
    #expect(response.text() == "one")
    try directory.write("three", to: "a.json")
    let reply = try #require(response.reply())
    #expect(reply.text == "three")
    #expect(reply.headers == ["Content-Type": "application/json", "Content-Length": "5"])
  }

  @Test func `an empty file is an empty body`() throws {
    let reply = try #require(StubResponse.file(try directory.write("", to: "empty.bin")).reply())
    #expect(reply.text == "")
    #expect(reply.headers["Content-Length"] == "0")
  }

  @Test func `a large file is a body like any other`() throws {
    let file = try directory.write("", to: "large.bin")
    let handle = try FileHandle(forWritingTo: file)
    try handle.truncate(atOffset: 100 << 20)
    try handle.close()
    let data = try #require(StubResponse.file(file).reply()?.data)
    #expect(data.count == 100 << 20)
    #expect(data[99 << 20] == 0)
    #expect(
      StubResponse.file(file).plan().lines == ["0.0 head", "0.0 chunk 0..<104857600", "0.0 finish"])
  }

  @Test func `a missing file says where it was looked for`() throws {
    let file = directory.url.appendingPathComponent("no.json")
    let error = try #require(StubResponse.file(file).fault() as? URLError)
    #expect(error.code == .fileDoesNotExist)
    #expect(
      error.localizedDescription
        == "There is no file \"no.json\" for the stub's response: looked at \(file.path).\n"
        + "Put it there, or correct its name.")
  }

  @Test func `a missing file says what is there instead`() throws {
    for name in ["users.json", "user.xml", "posts.json", "inner/user.json", "a.txt"] {
      try directory.write("", to: name)
    }
    #expect(
      StubResponse.file(directory.url.appendingPathComponent("zebra")).complaint()?
        .hasSuffix("/zebra.\nPut it there, or correct its name.") == true)
    let file = directory.url.appendingPathComponent("user.json")
    #expect(
      StubResponse.file(file).complaint()
        == "There is no file \"user.json\" for the stub's response: looked at \(file.path).\n"
        + "Similar names there: \"users.json\".")
  }

  @Test func `what cannot be seen in a name is escaped`() throws {
    try directory.write("", to: "users\u{7F}.json")
    let file = directory.url.appendingPathComponent("us\ners.json")
    let folder = directory.url.path
    #expect(
      StubResponse.file(file).complaint() == """
        There is no file "us\\ners.json" for the stub's response: looked at \(folder)/us\\ners.json.
        Similar names there: "users\\u{7f}.json".
        """)
    try directory.write("", to: "fol\nder/a.json")
    let inner = directory.url.appendingPathComponent("fol\nder")
    #expect(
      StubResponse.file(inner).complaint()
        == "There must be a file for the stub's response, but \(folder)/fol\\nder is a directory.")
    let marked = try directory.write("", to: "a\nb.json")
    try Data([0xFE, 0xFF, 0, 0x31]).write(to: marked)
    #expect(
      StubResponse.file(marked).complaint()?.contains("response, \(folder)/a\\nb.json, ") == true)
  }

  @Test func `a directory is no file`() throws {
    let error = try #require(StubResponse.file(directory.url).fault() as? URLError)
    #expect(error.code == .fileDoesNotExist)
    #expect(
      error.localizedDescription
        == "There must be a file for the stub's response, but \(directory.url.path) is a directory."
    )
  }

  @Test func `a device is no file`() {
    #expect(
      StubResponse.file(URL(fileURLWithPath: "/dev/zero")).complaint()
        == "There must be a file for the stub's response, but /dev/zero is not a regular file.")
  }

  @Test func `a link to a file is that file`() throws {
    let file = try directory.write("linked", to: "a.txt")
    let link = directory.url.appendingPathComponent("b.txt")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
    #expect(StubResponse.file(link).text() == "linked")
  }

  @Test func `only file URLs name files`() throws {
    let url = try #require(URL(string: "https://example.com/a.json"))
    #expect(
      StubResponse.file(url).complaint()
        == "A stub's file must have a file URL, not https://example.com/a.json.")
  }

  @Test(arguments: [
    ("json", "application/json"), ("HTML", "text/html; charset=utf-8"),
    ("txt", "text/plain; charset=utf-8"), ("png", "image/png"), ("jpeg", "image/jpeg"),
    ("xml", "application/xml"), ("unheard-of", nil),
  ])
  func `the extension tells the type`(pathExtension: String, type: String?) throws {
    let file = try directory.write("x", to: "file.\(pathExtension)")
    #expect(StubResponse.file(file).reply()?.headers["Content-Type"] == type)
  }

  @Test func `a fixture by its path is a file`() throws {
    let path = try directory.write("[]", to: "a.json").path
    let reply = try #require(fixture(filePath: path, status: 201, headers: ["A": "b"]).reply())
    #expect(reply.status == 201)
    #expect(reply.text == "[]")
    #expect(
      reply.headers == ["A": "b", "Content-Type": "application/json", "Content-Length": "2"])
    #expect(fixture(filePath: path).reply()?.status == 200)
  }
}
