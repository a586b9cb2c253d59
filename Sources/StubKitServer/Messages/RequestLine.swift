import StubKit

enum Version {
  case http10
  case http11

  init(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) throws(Refusal) {
    let digits = bytes.dropFirst("HTTP/".utf8.count)
    guard bytes.starts(with: "HTTP/".utf8), digits.count == 3, let major = digits.first,
      let minor = digits.last, major.isDigit, minor.isDigit, digits.dropFirst().first == .dot
    else { throw .requestLine }
    switch (major, minor) {
    case (UInt8(ascii: "1"), UInt8(ascii: "0")): self = .http10
    case (UInt8(ascii: "1"), UInt8(ascii: "1")): self = .http11
    default: throw .version
    }
  }
}

extension ServerRequest.Target {
  init?(_ text: String, for method: String) {
    if method == "CONNECT" {
      self = .authority(text)
    } else if text.utf8.first == .slash {
      self = .path(text)
    } else if text == "*", method == "OPTIONS" {
      self = .server
    } else if text.contains("://") {
      self = .absolute(text)
    } else {
      return nil
    }
  }
}
