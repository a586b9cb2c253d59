import Foundation
import StubKit
import StubKitRecording
import TestPlaces
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Secrets that are named to the redaction are nowhere on the disk.
struct RecordingSecretsTests {
  private let temporary = TemporaryFolder()
  private var folder: URL { temporary.url }

  /// Everything that is in the files of the folder.
  private func disk() throws -> String {
    let names = FileManager.default.enumerator(atPath: folder.path)?.allObjects ?? []
    return try names.compactMap { $0 as? String }.reduce("") { text, name in
      let file = folder.appendingPathComponent(name)
      let data = (try? Data(contentsOf: file)) ?? Data()
      var piece = String(decoding: data, as: UTF8.self)
      // What is in base64 must not hide it.
      let json = try? StubJSON(parsing: data)
      if case .array(let entries)? = json?["log"]?["entries"] {
        for entry in entries {
          guard let content = entry["response"]?["content"], content["encoding"] == "base64",
            case .string(let base64)? = content["text"]
          else { continue }
          piece += String(decoding: try #require(Data(base64Encoded: base64)), as: UTF8.self)
        }
      }
      return text + name + piece
    }
  }

  @Test func `secrets are nowhere, whoever repeats them`() async throws {
    let server = try LoopbackServer { request in
      switch request.target.prefix(while: { $0 != "?" }) {
      case "/login":
        .text(
          #"{"user": "ann", "access_token": "acc-7f3e9a", "pin": 493817, "all": {"access_token": "x"}}"#,
          headers: ["Content-Type: application/json", "Set-Cookie: sid=cookie-51c07b2e; Path=/"])
      case "/moved":
        .text("", status: 302, headers: ["Location: /there?api_key=key-9d%2F8c&page=2"])
      case "/mirror":
        .text(
          "got \(request.headers["authorization"] ?? "") and \(request.headers["cookie"] ?? "") "
            + "and \(request.target) and \(String(decoding: request.body, as: UTF8.self))",
          headers: ["X-Echo: \(request.headers["x-secret"] ?? "")"])
      case "/image":
        .init(
          headers: ["Content-Type: image/x"],
          body: Data([0, 1, 2] + Array("acc-7f3e9a".utf8) + [255]))
      default: .text("there: \(request.target)")
      }
    }
    let file = folder.appendingPathComponent("secrets.har")
    let redaction: Redaction = [
      .headers("X-Secret"), .queryItems("api_key"), .fields("access_token", "PIN", "password"),
    ]
    let answers = try await withRecording(to: file, redacting: redaction) { _ in
      var answers: [String] = []
      for (path, body) in [
        ("/login", #"{"user": "ann", "password": "pass \"word\" 1"}"#), ("/moved", nil),
        ("/mirror?api_key=key-9d%2F8c", "user=ann&password=form+secret%21"), ("/image", nil),
        ("/mirror/acc-7f3e9a/x", nil),
      ] {
        var request = URLRequest(url: try #require(URL(string: server.url(path))))
        if let body {
          request.httpMethod = "POST"
          request.httpBody = Data(body.utf8)
        }
        if path.hasPrefix("/mirror") {
          request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
          request.setValue("Basic YW5uOm9wZW4tc2VzYW1l", forHTTPHeaderField: "Authorization")
          request.setValue("header-secret", forHTTPHeaderField: "X-Secret")
        }
        let (data, _) = try await URLSession.shared.data(for: request)
        answers.append(String(decoding: data, as: UTF8.self))
      }
      return answers
    }
    // The test would prove nothing if the client had not seen them.
    #expect(answers[0].contains("acc-7f3e9a"))
    #expect(answers[2].contains("YW5uOm9wZW4tc2VzYW1l"))
    #expect(answers[2].contains("cookie-51c07b2e"))

    let disk = try disk()
    for secret in [
      "acc-7f3e9a", "493817", "cookie-51c07b2e", "key-9d", "YW5uOm9wZW4tc2VzYW1l", "open-sesame",
      "header-secret", "form+secret", "form secret", "pass \\\"word", "word\\\" 1",
    ] {
      #expect(!disk.contains(secret), "\(secret) is on the disk")
    }
    #expect(disk.contains(#"{\"user\": \"ann\", \"access_token\": \"REDACTED-"#))
    #expect(disk.contains(#"\", \"pin\": 1000"#))
    #expect(disk.contains("/there?api_key=REDACTED-"))
    #expect(disk.contains("/mirror/REDACTED-"))

    // And it still answers, whatever the secrets are by then.
    try await withRecording(to: file, mode: .never) { _ in
      for path in ["/moved", "/mirror/another/x", "/there?page=2&api_key=new"] {
        let url = try #require(URL(string: server.url(path)))
        let (_, response) = try await URLSession.shared.data(from: url)
        #expect((response as? HTTPURLResponse)?.statusCode == 200)
      }
    }
  }

  @Test func `a kept header keeps its cookies, but for those that are named`() async throws {
    let server = try LoopbackServer { _ in
      .text(
        "",
        headers: [
          "Set-Cookie: sid=s1; Expires=Wed, 01 Jan 2031 00:00:00 GMT",
          "Set-Cookie: theme=dark; Path=/",
        ])
    }
    let file = folder.appendingPathComponent("cookies.har")
    try await withRecording(
      to: file, redacting: [.keeping(headers: "Set-Cookie"), .cookies("SID")]
    ) { _ in
      let url = try #require(URL(string: server.url("/")))
      _ = try await URLSession.shared.data(from: url)
    }
    #expect(try disk().contains(#""sid=REDACTED-1; Expires=Wed, 01 Jan 2031 00:00:00 GMT""#))
    #expect(try disk().contains(#""theme=dark; Path=/""#))
  }
}
