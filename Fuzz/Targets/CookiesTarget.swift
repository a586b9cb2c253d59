import Foundation

@testable import StubKitFuzzing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Any text as a `Cookie` header: each cookie in it is found, and a named one does not stay in a recording.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCookies(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let noise = Noise(start, count)
  let header = noise.line
  var request = URLRequest(url: URL(filePath: "/"))
  request.setValue(header, forHTTPHeaderField: "Cookie")
  RequestProbe.examining(request, body: .unseen, sight: .full) { probe in
    for part in header.utf8.split(separator: UInt8(ascii: ";")).prefix(20) {
      guard let equals = part.firstIndex(of: .equals) else { continue }
      let name = Substring(part[..<equals]).trimmingBlanks
      let value = Substring(part[equals...].dropFirst()).trimmingBlanks
      guard !name.isEmpty else { continue }
      for kind: TextCriterion.Kind in [.exists, .equals(value)] {
        let criterion = TextCriterion(.cookie(name), kind)
        precondition(criterion.verdict(on: probe) == .yes, "a cookie that is not found")
        _ = (criterion.finding(in: probe), criterion.nearness(of: probe), criterion.description)
      }
    }
    let missing = TextCriterion(.cookie("no\u{1}ne"), .equals(header))
    _ = (missing.finding(in: probe), missing.nearness(of: probe))
  }

  let secret = Secret(noise, without: ";,\" ")
  let redaction: Redaction = [.keeping(headers: "Cookie", "Set-Cookie"), .cookies("sid")]
  var exchange = FuzzedExchange()
  // A cookie begins behind a semicolon, whatever stands before.
  exchange.request.setValue("\(header); SID=\(secret.text)", forHTTPHeaderField: "Cookie")
  exchange.response = StubResponse.Head(
    status: 200, headers: ["Set-Cookie": "sid=\(secret.text); \(header)", "X-Again": secret.text])
  secret.expectGone(from: [exchange], by: redaction)
  return 0
}
