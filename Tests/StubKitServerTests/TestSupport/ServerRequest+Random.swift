import Foundation
import StubKit

@testable import StubKitServer

extension ServerRequest {
  /// Any request that a client may send.
  static func random(_ random: inout SeededRandom) -> ServerRequest {
    var request = ServerRequest(
      method: ["GET", "POST", "PUT", "M-SEARCH"].randomElement(using: &random) ?? "GET",
      target: random.chance
        ? .path("/" + random.text(0...30)) : .absolute("http://a.test/" + random.text(0...9)))
    request.host = random.chance ? "api.test:\(Int.random(in: 1...65535, using: &random))" : "[::1]"
    for number in 0..<Int.random(in: 0...8, using: &random) {
      request.fields["X-\(number)"] = random.text(0...40)
    }
    if random.chance {
      let count = [1, 7, 300, 70_000].randomElement(using: &random) ?? 1
      request.body = Data((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
      if random.chance { request.fields["Content-Length"] = "\(count)" }
    }
    request.keepsAlive = random.chance
    return request
  }

  /// As a client writes it, in one of the ways there are.
  func written(_ random: inout SeededRandom) -> [UInt8] {
    let target =
      switch target {
      case .path(let text), .absolute(let text), .authority(let text): text
      case .server: "*"
      }
    var head = "\(method) \(target) HTTP/1.1\r\nhOsT:\(random.chance ? " " : "")\(host ?? "")\r\n"
    for (name, value) in fields where name != "Content-Length" {
      head += "\(name):\(random.chance ? "\t " : "")\(value)\(random.chance ? " " : "")\r\n"
    }
    if !keepsAlive { head += "Connection: x, CLOSE\r\n" }
    guard let body else { return Array("\(head)\r\n".utf8) }
    if let length = fields["Content-Length"] {
      return Array("\(head)Content-Length: \(length)\r\n\r\n".utf8) + body
    }
    var bytes = Array("\(head)Transfer-Encoding: chunked\r\n\r\n".utf8)
    var rest = body[...]
    while !rest.isEmpty {
      let chunk = rest.prefix(Int.random(in: 1...40_000, using: &random))
      bytes += Array("\(String(chunk.count, radix: 16))\(random.chance ? ";a=b" : "")\r\n".utf8)
      bytes += Array(chunk) + Array("\r\n".utf8)
      rest = rest.dropFirst(chunk.count)
    }
    return bytes + Array((random.chance ? "0\r\n\r\n" : "00\r\nX-Last: 1\r\n\r\n").utf8)
  }
}

extension SeededRandom {
  var chance: Bool {
    mutating get { Bool.random(using: &self) }
  }

  mutating func text(_ length: ClosedRange<Int>) -> String {
    let letters = Array("abcXYZ019-._~/?=&%+äß")
    return String(
      (0..<Int.random(in: length, using: &self)).compactMap { _ in
        letters.randomElement(using: &self)
      })
  }
}
