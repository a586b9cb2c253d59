import Foundation
import StubKit
import TestPlaces
import Testing

@testable import StubKitRecording

struct FolderSiteTests {
  let directory: TemporaryFolder
  let registry = StubRegistry()

  init() throws {
    directory = TemporaryFolder()
    try directory.write("secret", to: "secret.txt")
    try directory.write("<p>home</p>", to: "site/index.html")
    try directory.write("[1]", to: "site/api/index.json")
    try directory.write("{}", to: "site/api/users 1.json")
    try directory.write("a{}", to: "site/styles/main.css")
    try directory.write("raw", to: "site/strange.ending")
    try directory.write("two dots", to: "site/a..b")
    try directory.write("1", to: "site/assets/app.js.3f2a")
    try directory.write("hidden", to: "site-two/index.html")
    let site = directory.url.appendingPathComponent("site")
    try FileManager.default.createDirectory(
      at: site.appendingPathComponent("empty"), withIntermediateDirectories: true)
    for (link, target) in [
      ("out.txt", "../secret.txt"), ("up", ".."), ("far.txt", "/etc/passwd"),
      ("twin", "../site-two"), ("in.css", "styles/main.css"), ("loop", "loop"),
      ("app.js", "assets/app.js.3f2a"), ("latest", "styles/main.css"),
    ] {
      try FileManager.default.createSymbolicLink(
        atPath: site.appendingPathComponent(link).path, withDestinationPath: target)
    }
    try registry.stub(folder: site, host: "www.pond.test")
  }

  @Test(arguments: [
    ("", "<p>home</p>", "text/html; charset=utf-8"),
    ("/", "<p>home</p>", "text/html; charset=utf-8"),
    ("/index.html?v=1", "<p>home</p>", "text/html; charset=utf-8"),
    ("/api", "[1]", "application/json"), ("/api/", "[1]", "application/json"),
    ("/api/users%201.json", "{}", "application/json"),
    ("/%61pi/%2e/users%201.json", "{}", "application/json"),
    ("/styles/../api/", "[1]", "application/json"),
    ("//styles//main.css", "a{}", "text/css; charset=utf-8"),
    ("/in.css", "a{}", "text/css; charset=utf-8"),
    ("/strange.ending", "raw", "application/octet-stream"),
    ("/a..b", "two dots", "application/octet-stream"),
    // The type is that of the path that was asked for.
    ("/app.js", "1", "text/javascript; charset=utf-8"),
    ("/latest", "a{}", "application/octet-stream"),
  ])
  func `a path leads to a file`(path: String, text: String, type: String) throws {
    let reply = try #require(try registry.reply(to: "GET", "http://www.pond.test" + path))
    #expect(reply.status == 200)
    #expect(reply.text == text)
    #expect(reply.headers["Content-Type"] == type)
  }

  @Test(arguments: [
    "/none", "/styles", "/empty/", "/index.html/", "/index.html/x", "/../secret.txt",
    "/%2e%2e/secret.txt", "/%2E./secret.txt", "/api/../../secret.txt", "/..%2Fsecret.txt",
    "/%2e%2e%2fsecret.txt", "/api/..%5C..%5Csecret.txt", "/out.txt", "/up/secret.txt",
    "/far.txt", "/twin/", "/twin/index.html", "/index.html%00.png",
    "/%00", "/%FF", "/%", "/loop", "/..", "/../site-two/index.html", "/%2Fetc%2Fpasswd",
    "//etc/passwd",
  ])
  func `anything else is not found`(path: String) throws {
    let reply = try #require(try registry.reply(to: "GET", "http://www.pond.test" + path))
    #expect(reply.status == 404)
    #expect(reply.text?.contains("secret") != true || path.contains("secret"))
    #expect(reply.text?.hasPrefix("There is no file for /") == true)
  }

  @Test func `a changed file is seen, and a new one`() throws {
    #expect(try registry.reply(to: "GET", "http://www.pond.test/new.txt")?.status == 404)
    try directory.write("first", to: "site/new.txt")
    #expect(try registry.reply(to: "GET", "http://www.pond.test/new.txt")?.text == "first")
    try directory.write("second", to: "site/new.txt")
    #expect(try registry.reply(to: "GET", "http://www.pond.test/new.txt")?.text == "second")
  }

  @Test func `HEAD tells the length, other methods and hosts are not its own`() throws {
    let head = try #require(try registry.reply(to: "HEAD", "http://www.pond.test/"))
    #expect(head.text == "")
    #expect(head.headers["Content-Length"] == "11")
    #expect(try registry.answer(to: "POST", "http://www.pond.test/") == nil)
    #expect(try registry.answer(to: "GET", "http://pond.test/") == nil)
  }

  @Test func `a folder that is none is an error at the call`() throws {
    let file = directory.url.appendingPathComponent("secret.txt")
    let missing = #expect(throws: ArchiveError.self) {
      try registry.stub(folder: file, host: "a.test")
    }
    #expect(missing?.description == "There is no folder \(file.path) for the site.")
    let url = try #require(URL(string: "https://a.test/"))
    let remote = #expect(throws: ArchiveError.self) {
      try registry.stub(folder: url, host: "a.test")
    }
    #expect(remote?.description == "A site needs the URL of a folder, not https://a.test/.")
  }

  @Test func `the site may itself be a link`() throws {
    let link = directory.url.appendingPathComponent("link")
    try FileManager.default.createSymbolicLink(
      atPath: link.path, withDestinationPath: directory.url.appendingPathComponent("site").path)
    try registry.stub(folder: link, host: "link.test")
    #expect(try registry.reply(to: "GET", "http://link.test/")?.text == "<p>home</p>")
    #expect(try registry.reply(to: "GET", "http://link.test/out.txt")?.status == 404)
  }
}
