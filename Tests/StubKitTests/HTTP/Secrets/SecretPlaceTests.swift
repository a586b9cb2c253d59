import Foundation
import Testing

@testable import StubKit

/// Where secrets stand in real answers, beside the fields that are called for them.
struct SecretPlaceTests {
  /// `$` stands for the secret.
  @Test(
    arguments: [
      // In what encodes it.
      (#"{"blob":"%b"}"#, "application/json"), (#"{"state":{"context":"%b"}}"#, "application/json"),
      (#"{"body":"{\"user\":{\"password\":\"$\"}}"}"#, "application/json"),
      (#"{"next":"https://a.test/cb?access_token=$&page=2"}"#, "application/json"),
      (#"{"form":"user=ann&password=$"}"#, "application/json"),
      // In prose.
      (#"{"error":"Invalid password '$' for user ann"}"#, "application/json"),
      (#"{"message":"the token \"$\" has expired"}"#, "application/json"),
      (#"{"detail":"login failed: password=$ is wrong"}"#, "application/json"),
      ("Your password is $ and you can change it.", "text/plain"),
      ("Use the API key `$` from now on.", "text/plain"),
      ("secret: $", "text/plain"),
      ("2026-11-24 10:00:00 WARN client_secret=$ rejected", "text/plain"),
      // In addresses of services that need nothing else.
      (
        #"{"webhook":"https://hooks.slack.com/services/T024BE7LD/B0B7ABCDE/$"}"#, "application/json"
      ),
      (#"{"url":"https://discord.com/api/webhooks/81384788765712384/$"}"#, "application/json"),
      (#"{"bot":"https://api.telegram.org/bot110201543:$/sendMessage"}"#, "application/json"),
      ("https://acme.webhook.office.com/webhookb2/1/IncomingWebhook/$/2", "text/plain"),
      ("https://b.s3.amazonaws.com/a.png?X-Amz-Expires=60&X-Amz-Signature=$", "text/plain"),
      (#"{"url":"https://b.blob.core.windows.net/c/a?sv=2020&sr=b&sig=$"}"#, "application/json"),
      // In tables and lists.
      ("name,password,city\nann,$,Berlin\n", "text/csv"),
      ("id\tapi_key\n1\t$\n", "text/tab-separated-values"),
      ("name;token\n\"ann\";\"$\"\n", "text/csv"), ("user,secret\n\"a, b\",\"$\"\n", nil),
      ("<plist><dict><key>Password</key><string>$</string></dict></plist>", "application/x-plist"),
      (
        "<dict>\n  <key>user</key><string>ann</string>\n  <key>apiToken</key>\n  <string>$</string>\n</dict>",
        nil
      ),
      ("event: login\ndata: {\"token\":\"$\"}\n\n", "text/event-stream"),
      ("{\"a\":1}\n{\"password\":\"$\"}\n", "application/x-ndjson"),
      ("password: $\nname: ann\n", "application/yaml"),
      ("[db]\npassword = \"$\"\n", "application/toml"),
      ("DB_PASSWORD=$\nDEBUG=1\n", nil), ("<config><secret>$</secret></config>", "application/xml"),
      ("<meta name=\"csrf-token\" content=\"$\">", "text/html"),
      ("<script>window.__STATE__ = {\"session\":{\"token\":\"$\"}};</script>", "text/html"),
      (#"[{"name":"Authorization","value":"Bearer $"},{"name":"Accept"}]"#, "application/json"),
    ] as [(String, String?)])
  func `it is taken out of the body`(template: String, type: String?) {
    for secret in ["hunter2-Prod", "kX9vQ2mL7pR4tY8wZ1aB", "aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY"] {
      let object = Data(#"{"password":"\#(secret)","n":1}"#.utf8).base64EncodedString()
      let text = template.replacing("$", with: secret).replacing("%b", with: object)
      var redactor = Redactor(.standard)
      let body = redactor.body(Data(text.utf8), type: type, isRequest: false)
      let clean = String(decoding: body, as: UTF8.self)
      #expect(!clean.contains(secret) && !clean.contains(object), "\(clean)")
    }
  }

  @Test(arguments: [
    ("Location", "/api/tokens/$"), ("Location", "https://a.test/cb?code=$&state=xyz"),
    ("Location", "/reset-password/$"), ("Link", #"<https://a.test/x?access_token=$>; rel="next""#),
    ("X-Auth", "$"), ("X-Debug", #"{"password":"$"}"#), ("X-Callback", "https://ann:$@a.test/"),
    ("X-Amz-Security-Token", "$"), ("Proxy-Authorization", "Basic %u"),
  ])
  func `it is taken out of the field`(name: String, template: String) {
    for secret in ["hunter2-Prod77", "kX9vQ2mL7pR4tY8wZ1aB", "aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY"] {
      let user = Data("ann:\(secret)".utf8).base64EncodedString()
      var headers = StubHeaders()
      headers.append(
        template.replacing("$", with: secret).replacing("%u", with: user), for: name)
      var redactor = Redactor(.standard)
      let clean = redactor.headers(headers)[name] ?? ""
      #expect(!clean.contains(secret) && !clean.contains(user), "\(clean)")
    }
  }

  /// Names are judged once; what one place says of a name must not be said of a similar one elsewhere.
  @Test(arguments: ["sid", "pin", "token", "password", "session", "auth"])
  func `a name like it in another place does not hide it`(name: String) throws {
    let secret = "hunter2-Prod77"
    for letter in UInt8(ascii: "a")...UInt8(ascii: "z") {
      let other = String(UnicodeScalar(letter)) + name.dropFirst()
      var redactor = Redactor(.standard)
      _ = redactor.address("https://a.test/?\(other)=5")
      _ = redactor.headers([other: "5"])
      _ = redactor.body(Data("{\"\(other)\":5}".utf8), type: nil, isRequest: false)
      let body = Data("{\"\(name)\":\"\(secret)\"}".utf8)
      let texts = [
        redactor.address("https://a.test/?\(name)=\(secret)"),
        String(decoding: redactor.body(body, type: nil, isRequest: false), as: UTF8.self),
        try #require(redactor.headers(["Cookie": "\(name)=\(secret)"])["Cookie"]),
      ]
      for text in texts { #expect(!text.contains(secret), "after \(other): \(text)") }
    }
  }
}
