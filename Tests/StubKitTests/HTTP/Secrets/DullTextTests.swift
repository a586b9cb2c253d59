import Testing

@testable import StubKit
@testable import StubKitRecording

/// Texts that are passed by in one step, since they surely have no secret.
struct DullTextTests {
  private static let pieces = [
    "a", "pass", "password", "Token", "pin", " ", "  ", ":", ": ", "=", "/", "//", "-", "--",
    "-----BEGIN ", "12", "eyJhbGciOiJ", "W10", "ghp_0123456789abcdefghij", "\n", "\t", ",", ";",
    "|", "{",
    "[", "<", "\"", "'", "\\", "\\n", "%20", "&amp;", "\u{E4}", "\u{0}", "u003d", "is", "?", ".",
    "Bearer ", "\\u a=12",
    "4f9Ac2e81Bd07f6e", "reset", "code", "user,password\nann,hunter2",
  ]

  @Test func `have no secret, whatever they are read as`() {
    var generator = SeededRandom(seed: 11)
    var dull = 0
    for _ in 0..<3_000 {
      let text = (0..<Int.random(in: 1...6, using: &generator)).map { _ in
        Self.pieces.randomElement(using: &generator) ?? ""
      }.joined()
      // Shorter ones are not read at all.
      guard text.utf8.count > 4 else { continue }
      for redaction in [.standard, [.standard, .fields("a")], [.none, .fields("pin")]]
        as [Redaction]
      {
        var redactor = Redactor(redaction)
        text.withBytes { bytes in
          if redactor.isDull(bytes) {
            dull += 1
            #expect(redactor.content(bytes) == nil, "\(text)")
          }
          if redactor.isDull(bytes, isJSON: true) {
            let undone = TextCoding.json.undone(bytes) ?? Array(bytes)
            #expect(undone.withUnsafeBufferPointer { redactor.content($0) } == nil, "\(text)")
          }
        }
        #expect(redactor.pool.found.isEmpty, "\(text)")
      }
    }
    #expect(dull > 500)
  }

  @Test func `between which a secret stands hide it not`() {
    let dull = String(
      repeating: #"{"id": "x", "list": [1, {"note": "so"}, [], "a\nb"], "text": "no"},"#, count: 50)
    let secrets = [
      #"{"a": {"b": {"pin": 1234}}}"#, #"{"note": "{\"password\": \"hunter2\"}"}"#,
      #"{"name": "password", "value": "hunter2"}"#, #"{"id": "token", "text": "hunter2"}"#,
      #"{"note": "see \u0070assword=hunter2"}"#,
      #"{"session": {"title": "a", "access": "hunter2"}}"#,
      #"{"list": ["a", {"token": "hunter2"}]}"#,
    ]
    for secret in secrets {
      var redactor = Redactor(.standard)
      let text = redactor.text("[\(dull)\(secret),\(dull)0]")
      #expect(!text.contains("hunter2") && !text.contains("1234"), "\(text)")
      #expect(text.hasPrefix("[\(dull)") && text.hasSuffix(",\(dull)0]"))
    }
  }
}
