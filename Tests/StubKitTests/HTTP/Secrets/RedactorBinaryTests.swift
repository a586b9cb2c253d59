import Foundation
import Testing

@testable import StubKit
@testable import StubKitRecording

/// What the standard redaction makes of bodies that are no text.
struct RedactorBinaryTests {
  private static let image = Data([UInt8](0..<200).map { $0 &* 73 &+ 11 })

  /// Bytes of an image in the middle of which some stand for a name.
  private static func image(around text: String) -> Data { image + Data(text.utf8) + image }

  private func redact(_ body: Data, by redaction: Redaction = .standard) -> Data {
    var redactor = Redactor(redaction)
    return redactor.body(body, type: nil, isRequest: false)
  }

  @Test(arguments: ["?pw=xyz&", "\"pin\":4938,", "&sid=a"])
  func `a short name among bytes that are no text is none`(text: String) {
    #expect(redact(Self.image(around: text)) == Self.image(around: text))
  }

  @Test func `a name that a user has given is one anywhere, and so is what looks like a secret`() {
    #expect(
      redact(Self.image(around: "?seat=12&"), by: [.standard, .queryItems("seat")])
        == Self.image(around: "?seat=REDACTED&"))
    let key = "AKIA" + "IOSFODNN7EXAMPLE"
    #expect(redact(Self.image(around: " \(key) ")) == Self.image(around: " REDACTED "))
  }

  @Test func `a text beside an image in a form of parts is read`() {
    func form(_ token: String) -> Data {
      Data("--b\r\nContent-Disposition: form-data; name=\"image\"\r\n\r\n".utf8) + Self.image
        + Data(
          "\r\n--b\r\nContent-Disposition: form-data; name=\"details\"\r\n\r\n{\"token\":\"\(token)\"}\r\n--b--"
            .utf8)
    }
    #expect(redact(form("x1y2z3")) == form("REDACTED"))
  }

  @Test(arguments: [
    "name=\"token_type\"", "name=token_type;\r\n", "name=\"token_type", "name=\"x\"\n", "name=\"",
  ])
  func `what looks like a name in the text of a part is not that of the next part`(text: String) {
    func form(_ password: String) -> Data {
      let head = "--b\r\nContent-Disposition: form-data; name="
      return Data(
        "\(head)\"note\"\r\n\r\n\(text)\r\n\(head)\"password\"\r\n\r\n\(password)\r\n--b--".utf8)
    }
    #expect(redact(form("correct horse")) == form("REDACTED"))
    let kept = redact(form("correct horse"), by: .keeping(fields: "token_type"))
    #expect(kept == form("REDACTED"))
  }

  @Test(arguments: ["--correct horse", "a\r\n--correct horse\r\n", ""])
  func `a part ends with the line that it began with`(password: String) {
    func form(_ password: String) -> Data {
      let head = "--b\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\n"
      return Data("\(head)\(password)\r\n--b--\r\n".utf8)
    }
    #expect(redact(form(password)) == form(password.isEmpty ? "" : "REDACTED"))
  }

  @Test(arguments: ["password~1", "token_type", "a.txt"])
  func `the name of a file is not that of its part`(fileName: String) {
    func form(_ password: String) -> Data {
      let head = "Content-Disposition: form-data; filename=\"\(fileName)\"; name=\"password\""
      return Data("--b\r\n\(head)\r\n\r\n\(password)\r\n--b--".utf8)
    }
    #expect(redact(form("correct horse")) == form("REDACTED"))
  }
}
