import Foundation

@testable import StubKitFuzzing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Secrets in every place that has a name, amid anything: none of them stays in a recording.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRedaction(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let noise = Noise(start, count)
  let pieces = noise.pieces
  let redaction: Redaction = [
    .headers("X-Key"), .queryItems("api_key"), .fields("password"), .cookies("sid"),
  ]
  let encoded = noise.line.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
  let secret = Secret(noise, without: noise.place == 0 || noise.place == 4 ? " ;,\"" : "")
  var first = FuzzedExchange()
  first.response = StubResponse.Head(status: 200, headers: [:])
  switch noise.place {
  case 0:
    let name = ["Authorization", "X-Key", "cookie"][pieces.count % 3]
    let scheme = name == "Authorization" ? "Bearer " : name == "cookie" ? "a=b; c=" : ""
    first.request.setValue(scheme + secret.text, forHTTPHeaderField: name)
  case 1:
    first.request.url = URL(
      string: "http://a.test/\(encoded)?\(encoded)=1&API_key=\(secret.text.formEncoded)&\(encoded)")
  case 2:
    // Around the object stands anything but quotes: an open one would make another name of the name.
    let around = noise.data(0).filter { !"\"'".utf8.contains($0) }
    let other = StubJSON.string(noise.text).description
    let value = StubJSON.string(secret.text).description
    first.requestBody =
      around + Data("{\(other): \(other), \"Password\" : \(value)}".utf8) + around
  case 3:
    first.request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
    first.requestBody = Data(
      "\(encoded)=\(encoded)&password=\(secret.text.formEncoded)&\(encoded)".utf8)
  case 4:
    first.response?.headers.append("sid=\(secret.text); Path=/", for: "Set-Cookie")
  default:
    first.request.url = URL(string: "http://ann:\(encodedUser(secret.text))@a.test/\(encoded)")
  }
  // What one exchange gives away is taken out of another.
  var second = FuzzedExchange()
  second.response = StubResponse.Head(status: 200, headers: ["X-Again": noise.line])
  let again = secret.repeated(among: pieces)
  second.body = again.body
  if let type = again.type { second.response?.headers.append(type, for: "Content-Type") }
  secret.expectGone(from: [first, second], by: redaction)
  for piece in pieces.prefix(3) { expectNothing(in: piece, by: redaction) }
  return 0
}

/// What is passed by as dull has no secret.
private func expectNothing(in text: String, by redaction: Redaction) {
  var redactor = Redactor(redaction)
  // Shorter ones are not read at all.
  guard text.utf8.count > 4 else { return }
  text.withBytes { bytes in
    for isJSON in [false, true] where redactor.isDull(bytes, isJSON: isJSON) {
      let undone = isJSON ? TextCoding.json.undone(bytes) ?? Array(bytes) : Array(bytes)
      if undone.withUnsafeBufferPointer({ redactor.content($0) }) != nil {
        fatalError("\(text) is dull")
      }
    }
  }
}

private func encodedUser(_ text: String) -> String {
  text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
}
