import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A value that must not be in what is written, unlike anything that is there by itself.
struct Secret {
  let text: String

  /// Makes one with any text in its middle, without what its place cannot hold.
  init(_ noise: Noise, without characters: String) {
    let middle = noise.line.prefix(12).filter { !characters.contains($0) }
    text = "zQ9x" + middle + "w7Kv"
  }

  /// The value in the forms in which it may be written.
  private var forms: [String] {
    let json = String(StubJSON.string(text).description.dropFirst().dropLast())
    return [
      text, json, text.formEncoded, text.formEncoded.replacingOccurrences(of: "+", with: "%20"),
      Data(text.utf8).base64EncodedString(),
    ]
  }

  /// A body that says the secret between some pieces of text, each time in another form.
  func repeated(among pieces: [String]) -> Data {
    var body = text
    for (index, piece) in pieces.prefix(8).enumerated() {
      body += piece + " " + forms[index % forms.count]
    }
    return Data(body.utf8)
  }

  /// Writes a recording and looks for the secret in it, in whatever form a reader would find it.
  func expectGone(from exchanges: [ForwardedExchange], by redaction: Redaction) {
    let recorded = RecordedExchange.redacting(exchanges.map(RecordedExchange.init), by: redaction)
    let written: Data
    do {
      written = HARArchive(entries: try recorded.map { try HAREntry($0) }).data
    } catch {
      preconditionFailure("what was recorded cannot be written: \(error)")
    }
    let forms = forms
    for exchange in recorded {
      let fields = exchange.requestHeaders.map(\.value) + exchange.responseHeaders.map(\.value)
      for text in fields + [exchange.url] { expect(forms, notIn: Data(text.utf8)) }
      expect(forms, notIn: exchange.body)
      expect(forms, notIn: exchange.requestBody)
    }
    expect(forms, notIn: written)
  }

  private func expect(_ forms: [String], notIn data: Data) {
    for form in forms {
      precondition(data.range(of: Data(form.utf8)) == nil, "a secret that survived: \(form)")
    }
  }
}

/// A forwarded exchange with what a recording reads of it: the real one belongs to a room with sessions.
struct ForwardedExchange {
  var request = URLRequest(url: URL(string: "http://a.test/") ?? URL(filePath: "/"))
  var requestBody: Data?
  let start = Date(timeIntervalSince1970: 0)
  var response: StubResponse.Head?
  var body = Data()
  var error: (any Error)?
  let phases: (wait: Duration, receive: Duration) = (.zero, .zero)
}
