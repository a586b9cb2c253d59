import Foundation

@testable import StubKitFuzzing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A value that must not be in what is written, unlike anything that is there by itself.
struct Secret {
  let text: String
  /// The value in the forms in which it may be written.
  private let forms: [[UInt8]]
  /// Whether the whole file is written, which takes longer than all the rest.
  private let isWritten: Bool

  /// Makes one with any text in its middle, without what its place cannot hold.
  init(_ noise: Noise, without characters: String) {
    var middle = String.UnicodeScalarView()
    for scalar in noise.line.unicodeScalars.prefix(12)
    where !characters.unicodeScalars.contains(scalar) {
      middle.append(scalar)
    }
    let text = "zQ9x" + String(middle) + "w7Kv"
    self.text = text
    let json = StubJSON.string(text).description.utf8.dropFirst().dropLast()
    let form = TextCoding.form.written(Array(text.utf8))
    let address = TextCoding.percent.written(Array(text.utf8))
    let base64 = Data(text.utf8).base64EncodedString()
    forms = [Array(text.utf8), Array(json), form, address, Array(base64.utf8)]
    isWritten = noise.text.utf8.count % 32 == 0
  }

  /// A body that says the secret between some pieces of text, each time in another form, and its type.
  func repeated(among pieces: [String]) -> (body: Data, type: String?) {
    let texts = pieces.prefix(8).enumerated().map { index, piece in
      piece + " " + String(decoding: forms[index % forms.count], as: UTF8.self)
    }
    func line(_ text: String) -> String { #"{"note":\#(StubJSON.string(text))}"# }
    switch (pieces.count + text.utf8.count) % 4 {
    case 1:
      return (Data((texts + [text]).map(line).joined(separator: "\n").utf8), "application/x-ndjson")
    case 2:
      let list = StubJSON.array((texts + [text]).map(StubJSON.string))
      return (Data("\(list) \(text)".utf8), "application/json")
    case 3:
      // What would end a part would be another form.
      let parts = texts.map { text in
        "--z\r\nContent-Disposition: form-data; name=a\r\n\r\n"
          + text.replacingOccurrences(of: "--z", with: "--y") + "\r\n"
      }
      let body = "\(text)\r\n\(parts.joined())--z--\r\n\(text)\r\n\(text)"
      return (Data(body.utf8), "multipart/form-data; boundary=z")
    default: return (Data((text + texts.joined()).utf8), nil)
    }
  }

  /// Writes a recording and looks for the secret in it, in whatever form a reader would find it.
  func expectGone(from exchanges: [FuzzedExchange], by redaction: Redaction) {
    let sent = exchanges.map(\.recorded)
    let recorded = RecordedExchange.redacting(sent, by: redaction)
    for (exchange, sent) in zip(recorded, sent) {
      expectShape(of: sent, in: exchange)
      for field in [exchange.requestHeaders, exchange.responseHeaders].joined() {
        expectGone(from: Array(field.value.utf8))
      }
      expectGone(from: Array(exchange.url.utf8))
      expectGone(from: Array(exchange.body))
      expectGone(from: Array(exchange.requestBody))
    }
    guard isWritten else { return }
    let written: Data
    do {
      written = HARArchive(entries: try recorded.map { try HAREntry($0) }).data
    } catch {
      fatalError("what was recorded cannot be written: \(error)")
    }
    expectGone(from: Array(written))
  }

  /// What was valid is valid, and has the same shape.
  private func expectShape(of sent: RecordedExchange, in exchange: RecordedExchange) {
    func compare(_ old: Data, _ new: Data, _ type: String?, isRequest: Bool) {
      guard old != new, let shape = Shape(of: old, type: type) else { return }
      guard let other = Shape(of: new, type: type), shape.allows(other, isRequest: isRequest) else {
        fatalError(
          "\(String(decoding: old, as: UTF8.self)) became \(String(decoding: new, as: UTF8.self))")
      }
    }
    compare(
      sent.requestBody, exchange.requestBody, sent.requestHeaders["Content-Type"], isRequest: true)
    compare(sent.body, exchange.body, sent.responseHeaders["Content-Type"], isRequest: false)
    for (old, new) in [
      (sent.requestHeaders, exchange.requestHeaders),
      (sent.responseHeaders, exchange.responseHeaders),
    ] {
      guard old.map(\.name) == new.map(\.name) else { fatalError("\(old) became \(new)") }
      for (old, new) in zip(old, new) where old.name.lowercased().hasSuffix("cookie") {
        let counts = [old, new].map { $0.value.utf8.count { $0 == UInt8(ascii: ";") } }
        guard counts[0] == counts[1] else { fatalError("\(old.value) became \(new.value)") }
      }
    }
  }

  private static func text(of bytes: UnsafeBufferPointer<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }

  private func expectGone(from bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { bytes in
      guard bytes.count >= 8 else { return }
      for form in forms {
        for place in 0...(bytes.count - 8) where bytes[place] == form[0] {
          // With optimisation a precondition says nothing.
          if bytes.hasBytes(form, at: place) {
            fatalError(
              "\(String(decoding: form, as: UTF8.self)) survived in \(Self.text(of: bytes))")
          }
        }
      }
    }
  }
}

/// An exchange that is written down, as whoever forwards it would say it.
struct FuzzedExchange {
  var request = URLRequest(url: URL(string: "http://a.test/") ?? URL(filePath: "/"))
  var requestBody: Data?
  var response: StubResponse.Head?
  var body = Data()

  /// What of it is written.
  var recorded: RecordedExchange {
    var recorded = RecordedExchange(
      method: request.httpMethod ?? "GET", url: request.url?.absoluteString,
      headers: StubHeaders(request.allHTTPHeaderFields ?? [:]), body: requestBody,
      start: Date(timeIntervalSince1970: 0))
    if let response { recorded.answer(response.status, response.headers, body) }
    return recorded
  }
}
