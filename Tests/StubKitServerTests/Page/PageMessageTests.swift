import Foundation
import StubKit
import Testing

@testable import StubKitServer

/// How the page gets bodies.
struct PageMessageTests {
  @Test func `text comes as it is, and of a long one the beginning`() {
    #expect(
      body("häß\u{202E}", "text/html") == ["size": 8, "type": "text/html", "text": "häß\u{202E}"])
    let long = String(repeating: "ä", count: 40_000)
    let shown = body(long, "text/plain")
    #expect(shown["text"]?.string?.count == 1 << 15)
    #expect(shown["shown"] == 65_536 && shown["size"] == 80_000)
    // A character that the limit cuts is left out.
    #expect(body("a" + long, "text/plain")["text"]?.string?.count == 1 << 15)
  }

  @Test func `an image comes whole, and other bytes as a few of them`() {
    let bytes = Data([0x89, 0x50, 0xFF, 0])
    let base64 = StubJSON.string(bytes.base64EncodedString())
    #expect(body(bytes, "image/png") == ["size": 4, "type": "image/png", "image": base64])
    #expect(body(bytes, "a/b") == ["size": 4, "type": "a/b", "bytes": base64])
    for whole in [Data([0xFF, 0xFE]), Data("caf".utf8) + [0xE9]] {
      #expect(body(whole, "text/plain")["bytes"]?.string == whole.base64EncodedString())
    }
    let many = body(Data(repeating: 0xFF, count: 1_000), "")
    #expect(many["shown"] == 256 && many["size"] == 1_000)
  }

  @Test func `what the log has not kept is counted`() {
    let message = StubJSON.message(["A": "b", "A": "c"], Data("abc".utf8), missing: 5)
    #expect(message["fields"] == [["A", "b"], ["A", "c"]])
    #expect(message["body"] == ["size": 8, "type": "", "text": "abc", "shown": 3])
    #expect(StubJSON.message([:], Data(), missing: 0) == ["fields": []])
  }

  private func body(_ text: String, _ type: String) -> StubJSON { body(Data(text.utf8), type) }

  private func body(_ data: Data, _ type: String) -> StubJSON {
    StubJSON.message(["Content-Type": type], data, missing: 0)["body"] ?? nil
  }
}
