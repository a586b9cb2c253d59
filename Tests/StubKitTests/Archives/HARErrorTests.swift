import Foundation
import StubKit
import TestPlaces
import Testing

@testable import StubKitRecording

struct HARErrorTests {
  @Test(arguments: [
    ("", "expected a value, found the end of the text at byte 0, line 1"),
    ("{\n  \"log\": [,\n}", "expected a value, found \",\" at byte 12, line 2"),
    ("[]", "expected an object, found an array at $"),
    ("{}", "expected the member \"log\", found none at $"),
    (#"{"log": {}}"#, "expected the member \"entries\", found none at $.log"),
    (#"{"log": {"entries": {}}}"#, "expected an array, found an object at $.log.entries"),
    (#"{"log": {"entries": [7]}}"#, "expected an object, found 7 at $.log.entries[0]"),
    (
      #"{"log": {"entries": [{"request": {}}]}}"#,
      "expected the member \"url\", found none at $.log.entries[0].request"
    ),
    (
      #"{"log": {"entries": [{"request": {"url": "http://a.test", "method": 1}}]}}"#,
      "expected a string, found 1 at $.log.entries[0].request.method"
    ),
    (
      #"{"log": {"entries": [{"request": {"url": "http://a.test"}, "response": {"status": "200"}}]}}"#,
      "expected a number, found \"200\" at $.log.entries[0].response.status"
    ),
    (
      #"{"log": {"entries": [{"request": {"url": "http://a.test"}, "response": {"status": 2.5}}]}}"#,
      "expected a whole number, found 2.5 at $.log.entries[0].response.status"
    ),
    (
      #"{"log": {"entries": [{"request": {"url": "http://a.test"}, "response": {"status": 200, "#
        + #""content": {"text": "!", "encoding": "base64"}}}]}}"#,
      "expected base64, found \"!\" at $.log.entries[0].response.content.text"
    ),
    (
      #"{"log": {"entries": [{"request": {"url": "http://a.test"}, "response": {"status": 200, "#
        + #""headers": [{"value": "x"}]}}]}}"#,
      "expected the member \"name\", found none at $.log.entries[0].response.headers[0]"
    ),
    (
      #"{"log": {"entries": [{"request": {"url": "http://a.test"}, "response": {"status": 200, "#
        + #""headers": [{"name": "Content-Encoding", "value": "gzip"}], "#
        + #""content": {"text": "H4sI", "encoding": "base64"}}}]}}"#,
      "the compressed body cannot be read: it ends too early at "
        + "$.log.entries[0].response.content.text"
    ),
    (
      #"{"log": {"entries": [{"request": {"url": "http://a.test"}, "timings": {"wait": "long"}}]}}"#,
      "expected a number, found \"long\" at $.log.entries[0].timings.wait"
    ),
    (
      #"{"log": {"entries": [{"request": {"url": "http://a%20b.test/"}}]}}"#,
      "isHost(\"a b.test\"): a host is a name alone, without scheme, path and blanks: \"api.example.com\", "
        + "or \"*.example.com\" for its subdomains at $.log.entries[0].request.url"
    ),
  ])
  func `an archive that is none, or odd where nothing may be, says where and why`(
    text: String, complaint: String
  ) throws {
    let directory = TemporaryFolder()
    let file = try directory.write(text, to: "bad.har")
    let registry = StubRegistry()
    let error = #expect(throws: ArchiveError.self) { try registry.stub(har: file, strictly: true) }
    #expect(error?.description == "\(file.path): \(complaint)")
    #expect(registry.stubs.isEmpty)
  }

  @Test func `a missing archive says where it was looked for`() throws {
    let directory = TemporaryFolder()
    let file = directory.url.appendingPathComponent("none.har")
    let error = #expect(throws: ArchiveError.self) { try StubRegistry().stub(har: file) }
    #expect(
      error?.description
        == "There is no file \"none.har\" for the stubs: looked at \(file.path).\n"
        + "Put it there, or correct its name.")
  }

  @Test(arguments: [
    "{\"log\": {\"entries\": [{\"request\": {\"url\": \"\"}, \"response\": null}]}}",
    "{\"log\": {\"entries\": [{\"request\": {\"url\": \"http://\"}}]}}",
    "{\"log\": {\"entries\": [{\"request\": {\"url\": \"http://a.test:99999/\"}}]}}",
    "{\"log\": {\"entries\": [{\"request\": {\"url\": \"about:blank\"}}]}}",
  ])
  func `a request that no session would make is passed over`(text: String) throws {
    let directory = TemporaryFolder()
    let file = try directory.write(text, to: "skipped.har")
    #expect(try StubRegistry().stub(har: file).isEmpty)
  }

  @Test func `an archive without entries is told, since nobody would miss its stubs`() async throws
  {
    let directory = TemporaryFolder()
    let file = try directory.write(#"{"log": {"entries": []}}"#, to: "empty.har")
    let issues = try await RecordedIssues.of { _ in
      let stubs = try stub(har: file, fileID: "T/U.swift", line: 3)
      #expect(stubs.isEmpty)
    }
    #expect(issues.texts == ["\(file.path): nothing in it answers a request"])
    #expect(issues.all.map(\.severity) == [.warning])
    #expect(issues.places == ["U.swift:3"])
  }
}
