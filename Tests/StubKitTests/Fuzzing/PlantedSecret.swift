import Foundation
import Testing

@testable import StubKit
@testable import StubKitRecording

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A secret in an exchange, amid any bytes, which must not be in what is written of it.
enum PlantedSecret {
  static let text = "zQ9x-planted-w7Kv"

  /// A member of a JSON object, behind one that has any text, with bytes around it.
  ///
  /// These have no quotes: one that is open would make of the name what stands between two names.
  static func field(amid noise: Data) throws {
    let text = StubJSON.string(String(decoding: noise, as: UTF8.self)).description
    let object = Data("{\(text): \(text), \"Password\" : \"\(Self.text)\"}".utf8)
    let bytes = noise.filter { $0 != UInt8(ascii: "\"") }
    try expectGone(bytes + object + bytes, type: "application/json", repeatedIn: noise)
  }

  /// A part of a form, behind one that has any text as its name and value.
  static func part(amid noise: Data) throws {
    let noise = String(decoding: noise, as: UTF8.self).replacingOccurrences(of: "\r\n", with: "\n")
    let name = noise.filter { $0 != "\"" && !$0.isNewline }
    var body = ""
    for (name, value) in [(name, noise), ("password", text), ("user", noise)] {
      body += "--x\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
    }
    try expectGone(
      Data("\(body)--x--\r\n".utf8), type: "multipart/form-data; boundary=x",
      repeatedIn: Data(noise.utf8))
  }

  /// A cookie behind any others.
  static func cookie(amid noise: Data) throws {
    let others = String(decoding: noise, as: UTF8.self)
      .filter { !$0.isNewline && ($0.asciiValue ?? 0x20) >= 0x20 }
    try expectGone(
      Data(), type: "text/plain", cookies: "\(others); sid=\(text)", repeatedIn: noise)
  }

  private static func expectGone(
    _ body: Data, type: String, cookies: String = "", repeatedIn noise: Data
  ) throws {
    var request = URLRequest(url: try #require(URL(string: "http://a.test/")))
    request.setValue(type, forHTTPHeaderField: "Content-Type")
    request.setValue(cookies, forHTTPHeaderField: "Cookie")
    var exchange = ForwardedExchange(of: request, body: body)
    exchange.response = StubResponse.Head(status: 200, headers: ["X-Again": text])
    exchange.body = noise + Data(text.utf8) + noise
    let recorded = RecordedExchange.redacting(
      [RecordedExchange(exchange)],
      by: [.fields("password"), .keeping(headers: "Cookie"), .cookies("sid")])
    for exchange in recorded {
      let written = HARArchive(entries: [try HAREntry(exchange)]).data
      for data in [exchange.body, exchange.requestBody, written] {
        #expect(data.range(of: Data(text.utf8)) == nil, "amid \(noise.base64EncodedString())")
      }
    }
  }
}
