import Foundation
import TestPlaces
import Testing

@testable import StubKit
@testable import StubKitRecording

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Archives that are not quite as they should be are read as far as it is clear what they mean.
struct OddArchiveTests {
  private static func archive(_ entries: String...) -> Data {
    Data("{\"log\": {\"entries\": [\(entries.joined(separator: ", "))]}}".utf8)
  }

  private static func entry(_ response: String, extra: String = "") -> String {
    #"{"request": {"url": "http://a.test/"}, "response": \#(response)\#(extra)}"#
  }

  private func response(_ response: String) throws -> HAREntry.Response {
    let archive = try HARArchive(parsing: Self.archive(Self.entry(response)))
    #expect(archive.remarks.isEmpty)
    return try #require(archive.entries.first).response
  }

  @Test(arguments: [
    #"{"status": "203"}"#, #"{"status": 203.0}"#, #"{"status": " 203 ", "headers": null}"#,
  ])
  func `a status of another type is taken`(text: String) throws {
    #expect(try response(text).status == 203)
  }

  @Test func `a lone carriage return in a header value is a blank`() throws {
    let headers = try response(
      #"{"status": 200, "headers": [{"name": "X-Trace", "value": "a\rb\u0000c"}]}"#
    ).headers
    #expect(headers == ["X-Trace": "a b c"])
  }

  @Test func `header values of other types are taken`() throws {
    let headers = try response(
      """
      {"status": 200, "headers": [{"name": "A", "value": 7}, {"name": "B", "value": true},
        {"name": "C", "value": null}, {"name": "D"}, {"name": 5, "value": "x"}]}
      """
    ).headers
    #expect(headers == ["A": "7", "B": "true", "C": "", "D": "", "5": "x"])
  }

  @Test func `what HTTP/2 has for a status line is no header`() throws {
    let text = #"{"status": 200, "headers": [{"name": ":status", "value": "200"}]}"#
    #expect(try response(text).headers == [:])
  }

  @Test func `what browsers write where there is no type is none`() throws {
    let content = #"{"status": 200, "content": {"text": "a", "mimeType": "x-unknown"}}"#
    let archive = try HARArchive(parsing: Self.archive(Self.entry(content)))
    let stub = try #require(try archive.stubs(matching: .standard, timing: .immediate).first)
    #expect(stub.response.reply()?.head.headers == ["Content-Length": "1"])
  }

  @Test(arguments: ["/+8=", "/+8", "_-8=", "_-8", " _-\\r\\n8 "])
  func `base64 is taken however it is written`(text: String) throws {
    let content = #"{"status": 200, "content": {"text": "\#(text)", "encoding": "base64"}}"#
    #expect(try response(content).body == Data([0xFF, 0xEF]))
    let tail = try Mocktail(
      parsing: Data("GET\n/\n200\na/b;base64\n\n\(text.filter { !"\\rn".contains($0) })".utf8))
    #expect(tail.body == Data([0xFF, 0xEF]))
  }

  @Test func `half a surrogate pair, a control character and a huge number do no harm`() throws {
    let text =
      #"{"status": 200, "content": {"text": "a\ud800b\udc00\ud83d\ude00\ud83dx", "size": 1e999, "#
      + "\"note\": \"\u{1}\", \"other\": -1e999}}"
    let data = Self.archive(Self.entry(text))
    let archive = try HARArchive(parsing: data)
    let body = try #require(archive.entries.first).response.body
    #expect(String(decoding: body, as: UTF8.self) == "a\u{FFFD}b\u{FFFD}😀\u{FFFD}x")
    #expect(try HARArchive(parsing: archive.data).json == archive.json)
    #expect(throws: ArchiveError.self) { try HARArchive(parsing: data, isStrict: true) }
  }

  @Test(arguments: [
    #"{"size": 5000}"#, #"{"size": 5000, "text": ""}"#, #"{"size": 5000.0}"#, #"{"size": "5000"}"#,
    #"{"size": 5003, "text": "[1,", "_missing": 5000}"#,
  ])
  func `a response whose body the archive lacks is remarked, and fails`(content: String) throws {
    let data = Self.archive(Self.entry(#"{"status": 200, "content": \#(content)}"#))
    let archive = try HARArchive(parsing: data)
    #expect(
      archive.remarks == [
        "left out: expected 5000 more bytes of the body, found none "
          + "at $.log.entries[0].response.content"
      ])
    let stub = try archive.stubs(matching: .standard, timing: .immediate).first
    #expect(
      stub?.response.complaint()
        == "The archive lacks 5000 bytes of the body for GET http://a.test/. It is entries[0].")
    let again = try archive.stubs(matching: .standard, timing: .immediate, asksAgain: true).first
    let isAsked = if case .passThrough? = again?.response.kind { true } else { false }
    #expect(isAsked)
    #expect(throws: ArchiveError.self) { try HARArchive(parsing: data, isStrict: true) }
  }

  @Test func `a request's body may be base64, as HAR 1.3 has it`() throws {
    let entry = """
      {"request": {"url": "http://a.test/", "method": "POST", "postData":
       {"mimeType": "a/b", "text": "/+8=", "encoding": "base64"}}, "response": {"status": 200}}
      """
    let archive = try HARArchive(parsing: Self.archive(entry), isStrict: true)
    #expect(archive.entries.first?.request.body?.data == Data([0xFF, 0xEF]))
  }

  @Test func `why there was no answer may stand in Playwright's member`() throws {
    let entry = Self.entry(
      #"{"status": -1, "content": {"size": -1}, "_failureText": "net::ERR_CONNECTION_REFUSED"}"#)
    let archive = try HARArchive(parsing: Self.archive(entry), isStrict: true)
    let answer = try archive.stubs(matching: .standard, timing: .immediate).first?.response
    #expect((answer?.fault() as? URLError)?.code == .cannotConnectToHost)
  }

  /// An archive with its bodies in files, as Playwright saves it with `content: "attach"`.
  private static func attached(_ answer: String, sent: String = "sent.json") -> String {
    """
    {"log": {"entries": [{
      "request": {"url": "http://a.test/", "method": "POST", "bodySize": 7,
        "postData": {"mimeType": "application/json", "text": "", "params": [], "_file": "\(sent)"}},
      "response": {"status": 200, "headers": [{"name": "Content-Encoding", "value": "br"}],
        "content": {"size": 9, "mimeType": "application/json", "_file": "\(answer)"}}}]}}
    """
  }

  @Test func `bodies are read from files beside the archive`() throws {
    let folder = TemporaryFolder()
    try folder.write(#"{"a":1}"#, to: "sent.json")
    try folder.write(#"{"b":"é"}"#, to: "bodies/1 2.json")
    let file = try folder.write(Self.attached("bodies/1 2.json"), to: "shop.har")
    let entry = try #require(try HARArchive.read(file, isStrict: true).entries.first)
    #expect(entry.request.body?.data == Data(#"{"a":1}"#.utf8))
    #expect(entry.response.body == Data(#"{"b":"é"}"#.utf8))
    #expect(entry.response.isAnswer)
  }

  @Test func `a file that is missing beside the archive is named`() throws {
    let folder = TemporaryFolder()
    let file = try folder.write(Self.attached("answer.json"), to: "shop.har")
    func complaint(_ name: String) -> String {
      #"There is no file "\#(name)" for a body of the archive: looked at \#(folder.url.path)/"#
        + name
    }
    let advice = "Put it there, or correct its name."
    let archive = try HARArchive.read(file)
    #expect(
      archive.remarks == [
        "left out: \(complaint("sent.json")).\n\(advice) at $.log.entries[0].request.postData._file",
        "left out: \(complaint("answer.json")).\n\(advice) at $.log.entries[0].response.content._file",
      ])
    #expect(archive.entries.first?.request.isBodyUnknown == true)
    let stub = try archive.stubs(matching: .standard, timing: .immediate).first
    #expect(
      stub?.response.complaint() == """
        The archive lacks 9 bytes of the body for POST http://a.test/: \(complaint("answer.json")). \
        It is entries[0].
        """)
    #expect(throws: ArchiveError.self) { try HARArchive.read(file, isStrict: true) }
  }

  @Test(arguments: ["../secret.json", "bodies/../../secret.json", "link.json"])
  func `no body leads out of the archive's folder`(name: String) throws {
    let folder = TemporaryFolder()
    let secret = try folder.write("{}", to: "secret.json")
    try folder.write("{}", to: "in/sent.json")
    try FileManager.default.createSymbolicLink(
      at: folder.url.appendingPathComponent("in/link.json"), withDestinationURL: secret)
    let file = try folder.write(Self.attached(name), to: "in/shop.har")
    #expect(
      try HARArchive.read(file).remarks == [
        #"left out: expected the name of a file in the archive's folder, found "\#(name)" "#
          + "at $.log.entries[0].response.content._file"
      ])
  }

  @Test(arguments: [
    #"{"status": 204, "content": {"size": 5000}}"#, #"{"status": 304, "content": {"size": 5000}}"#,
    #"{"status": 200, "content": {"size": 5000, "text": "made shorter by hand"}}"#,
    """
    {"status": 302, "headers": [{"name": "Location", "value": "/b"}], "content": {"size": 5000}}
    """,
  ])
  func `a body is not missed where there is none, or another one`(text: String) throws {
    #expect(try response(text).isAnswer)
  }

  @Test func `what a browser had in its cache is the answer that its page saw`() throws {
    let cached = try response(#"{"status": 304, "content": {"size": 9, "text": "from then"}}"#)
    #expect(cached.status == 200)
    #expect(cached.body == Data("from then".utf8))
    #expect(try response(#"{"status": 304, "content": {"size": 9}}"#).status == 304)
  }

  @Test(arguments: [("HEAD", 200), ("GET", 304)])
  func `no length is made up for an answer that has no body and no length`(
    method: String, status: Int
  ) throws {
    let entry = """
      {"request": {"url": "http://a.test/", "method": "\(method)"},
       "response": {"status": \(status), "content": {"size": 9, "mimeType": "a/b"}}}
      """
    let archive = try HARArchive(parsing: Self.archive(entry))
    #expect(archive.remarks.isEmpty)
    let answer = try archive.stubs(matching: .standard, timing: .immediate).first?.response
    #expect(answer?.reply(to: StubRequest.Method(rawValue: method))?.headers == [:])
  }

  @Test(arguments: ["Basic", "basic"])
  func `a name in a Basic credential is known, however the scheme is written`(scheme: String) throws
  {
    func credential(_ name: String) -> String {
      "\(scheme) \(Data("ann:\(name)".utf8).base64EncodedString())"
    }
    let entry = #"""
      {"request": {"url": "http://a.test/", "headers": [
        {"name": "Authorization", "value": "\#(credential("REDACTED-1"))"}]},
       "response": {"status": 204}}
      """#
    let archive = try HARArchive(
      parsing: Data(
        #"{"log": {"entries": [\#(entry)], "_redacted": ["REDACTED-1", "REDACTED-2"]}}"#.utf8))
    let condition = try #require(
      try archive.stubs(matching: .standard, timing: .immediate).first?.condition)
    for (name, isMatch) in [("REDACTED-1", true), ("REDACTED-2", false), ("own", true)] {
      let request = try URLRequest.to(
        "http://a.test/", headers: ["Authorization": credential(name)])
      #expect(condition.matches(StubRequest(request)) == isMatch, "\(name)")
    }
  }

  @Test func `an answer that was pending breaks off after what had arrived`() throws {
    let entry = Self.entry(
      #"{"status": 200, "content": {"text": "ab"}}"#, extra: #", "_error": "pending""#)
    let archive = try HARArchive(parsing: Self.archive(entry))
    let answer = try archive.stubs(matching: .standard, timing: .immediate).first?.response
    #expect(answer?.plan().lines.suffix(2) == ["0.0 chunk 0..<2", "0.0 fail -1005"])
  }

  @Test(arguments: [(#", "_error": "NSURLErrorDomain -1005""#, "9"), ("", "2")])
  func `an answer that broke off has the length that it said, and a whole one its own`(
    extra: String, length: String
  ) throws {
    let fields = #"[{"name": "Content-Length", "value": "9"}]"#
    let entry = Self.entry(
      #"{"status": 200, "headers": \#(fields), "content": {"text": "ab"}}"#, extra: extra)
    let archive = try HARArchive(parsing: Self.archive(entry))
    let answer = try archive.stubs(matching: .standard, timing: .immediate).first?.response
    #expect(answer?.reply(to: .get)?.headers["Content-Length"] == length)
  }

  @Test(arguments: [
    #"{"status": 200, "content": {"text": "here"}, "_error": {"code": 1}}"#,
    #"{"status": 200, "content": {"text": "here"}, "cookies": {"a": "b"}}"#,
    #"{"status": 200, "content": {"text": "here"}, "cookies": [{"name": {}}, {"name": "a"}]}"#,
  ])
  func `a member of another type is left out, and the answer stays`(text: String) throws {
    let archive = try HARArchive(parsing: Self.archive(Self.entry(text)))
    #expect(archive.remarks.count == 1)
    #expect(archive.entries.first?.response.body == Data("here".utf8))
  }

  @Test func `a value of several lines may have line breaks of either kind`() throws {
    let headers = try response(
      #"{"status": 200, "headers": [{"name": "Set-Cookie", "value": "a=1\r\nb=2\nc=3"}]}"#
    ).headers
    #expect(headers.values(for: "Set-Cookie") == ["a=1", "b=2", "c=3"])
  }

  @Test(
    arguments: [
      ("ISO-8859-1", [0xE9]), (#"\"iso-8859-15\"; x=y"#, [0xE9, 0xA4]),
      ("windows-1252", [0xE9, 0x80]), ("cp1252", [0xE9, 0x80]), ("Latin1", [0xE9]),
      ("utf-16be", [0x00, 0xE9, 0x20, 0xAC]), ("gb18030", [0xA8, 0xA6]), ("iso_8859-1", [0xE9]),
      ("windows-1254", [0xE9]),
      ("iso-8859-16", [0xC3, 0xA9]),
    ] as [(String, [UInt8])])
  func `text gets the bytes of its charset`(charset: String, bytes: [UInt8]) throws {
    let text = bytes.count == 4 || bytes.count == 2 && bytes[0] == 0xE9 ? "é€" : "é"
    let body = try response(
      """
      {"status": 200, "content": {"text": "\(text)"},
       "headers": [{"name": "Content-Type", "value": "text/plain; charset=\(charset)"}]}
      """
    ).body
    #expect(Array(body) == bytes)
  }

  @Test(arguments: ["", "utf-8"])
  func `without headers the charset is that of the content`(encoding: String) throws {
    let body = try response(
      """
      {"status": 200, "headers": [], "content": {"text": "é", "encoding": "\(encoding)",
       "mimeType": "text/plain; charset=iso-8859-1"}}
      """
    ).body
    #expect(Array(body) == [0xE9])
  }

  @Test(arguments: ["8O is plain", "XG plain", "x^2 + 1", "(S plain"])
  func `a text that begins as compressed data does is no compressed data`(text: String) throws {
    let response = try response(
      """
      {"status": 200, "headers": [{"name": "Content-Encoding", "value": "deflate"}],
       "content": {"text": "\(text)"}}
      """)
    #expect(String(decoding: response.body, as: UTF8.self) == text)
  }

  @Test func `bytes that are not UTF-8 are replaced`() throws {
    var data = Self.archive(Self.entry(#"{"status": 200, "content": {"text": "<>"}}"#))
    let place = try #require(data.range(of: Data("<>".utf8)))
    data.replaceSubrange(place, with: [0xE9, 0x21])
    let body = try #require(try HARArchive(parsing: data).entries.first).response.body
    #expect(String(decoding: body, as: UTF8.self) == "\u{FFFD}!")
  }

  @Test(arguments: [
    ("7", "expected an object, found 7 at $.log.entries[1]"),
    (#"{"request": {}}"#, "expected the member \"url\", found none at $.log.entries[1].request"),
    (
      entry(#"{"status": "ok"}"#),
      "expected a number, found \"ok\" at $.log.entries[1].response.status"
    ),
    (
      entry(#"{"status": 1e300}"#),
      "expected a whole number, found 1e+300 at $.log.entries[1].response.status"
    ),
    (
      entry(#"{"status": 1000}"#),
      "expected a status from 100 to 999, found 1000 at $.log.entries[1].response.status"
    ),
    (
      entry(#"{"status": 200, "content": {"text": "A", "encoding": "base64"}}"#),
      "expected base64, found \"A\" at $.log.entries[1].response.content.text"
    ),
  ])
  func `an entry that cannot be read is left out with a remark, and kept in the file`(
    odd: String, complaint: String
  ) throws {
    let good = Self.entry(#"{"status": 204}"#)
    let archive = try HARArchive(parsing: Self.archive(good, odd, good))
    #expect(archive.remarks == ["left out: " + complaint])
    #expect(archive.entries.map(\.index) == [0, 2])
    let again = try HARArchive(parsing: archive.data)
    #expect(again.entries == archive.entries)
    #expect(again.remarks.count == 1)
  }

  @Test func `a part that cannot be read is left out of its entry with a remark`() throws {
    let odd = Self.entry(
      """
      {"status": 200, "headers": [{"value": "x"}, {"name": "B", "value": []}, {"name": "C", "value": "c"},
       {"name": "X Foo", "value": "x"}, {"name": "D", "value": "a\\rb"}],
       "cookies": [{"name": {}}]}
      """, extra: #", "timings": {"wait": "long"}"#)
    let archive = try HARArchive(parsing: Self.archive(odd))
    #expect(
      archive.remarks == [
        "left out: expected the member \"name\", found none at $.log.entries[0].response.headers[0]",
        "left out: expected a string, found an array at $.log.entries[0].response.headers[1].value",
        #"left out: expected a header field, found "X Foo: x" at $.log.entries[0].response.headers[3]"#,
        "left out: expected a string, found an object at $.log.entries[0].response.cookies[0].name",
        "left out: expected a number, found \"long\" at $.log.entries[0].timings.wait",
      ])
    #expect(try #require(archive.entries.first).response.headers == ["C": "c", "D": "a b"])
  }

  @Test(arguments: [
    ("http://a.test:99999/", false), ("/users", false), ("", false), ("about:blank", true),
    ("data:,x", true), ("wss://a.test/", true),
  ])
  func `an address that nothing could be asked for is remarked, any other scheme is not`(
    url: String, isQuiet: Bool
  ) throws {
    let archive = try HARArchive(parsing: Self.archive(#"{"request": {"url": "\#(url)"}}"#))
    let stubs = try archive.stubs(matching: .standard, timing: .immediate)
    #expect(stubs.isEmpty)
    let remark =
      "left out: expected the URL of a request, found \(url.swiftLiteral) "
      + "at $.log.entries[0].request.url"
    #expect(stubs.remarks == (isQuiet ? [] : [remark]))
  }

  @Test func `remarks are told when stubs are registered, unless it is strict`() async throws {
    let folder = TemporaryFolder()
    let file = folder.url.appendingPathComponent("odd.har")
    let bad = #"{"request": {"url": "http://a%20b.test/"}}"#
    try Self.archive(Self.entry(#"{"status": 200}"#), "7", bad).write(to: file)
    let issues = try await RecordedIssues.of { _ in
      let stubs = try stub(har: file, fileID: "T/U.swift", line: 3)
      #expect(stubs.count == 1)
    }
    #expect(
      issues.texts == [
        "\(file.path): left out: expected an object, found 7 at $.log.entries[1]",
        "\(file.path): left out: isHost(\"a b.test\"): a host is a name alone, without scheme, path and blanks: \"api.example.com\", or "
          + "\"*.example.com\" for its subdomains "
          + "at $.log.entries[2].request.url",
      ])
    #expect(issues.places == ["U.swift:3", "U.swift:3"])
    #expect(issues.all.allSatisfy { $0.severity == .warning })
    #expect(throws: ArchiveError.self) { try StubRegistry().stub(har: file, strictly: true) }
  }
}
