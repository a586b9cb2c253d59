import Foundation

@testable import StubKitFuzzing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A form in parts with any names and values: a named part does not stay in a recording.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMultipart(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let noise = Noise(start, count)
  let secret = Secret(noise, without: "")
  func part(_ name: String, _ value: String, _ more: String = "") -> String {
    "--x\r\nContent-Disposition: form-data; name=\"\(name)\"\(more)\r\n\r\n\(value)\r\n"
  }
  // What would end a name or a part would be another form.
  let pieces = noise.pieces.map { $0.replacingOccurrences(of: "--x", with: "--y") }
  var body = ""
  for piece in pieces.prefix(4) {
    let name = piece.filter { $0 != "\"" && !$0.isNewline }
    body += part(name, piece.replacingOccurrences(of: "\r\n", with: "\n"))
  }
  let fileName = noise.line.filter { $0 != "\"" }
  body += part("Password", secret.text, "; filename=\"\(fileName)\"")
  body += part("user", "ann") + "--x--\r\n"
  var exchange = FuzzedExchange()
  exchange.request.setValue("multipart/form-data; boundary=x", forHTTPHeaderField: "Content-Type")
  exchange.requestBody = Data(body.utf8)
  exchange.response = StubResponse.Head(status: 200, headers: [:])
  exchange.body = secret.repeated(among: pieces).body
  secret.expectGone(from: [exchange], by: .fields("password"))
  return 0
}
