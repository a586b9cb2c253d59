import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The least that a decision about a request can cost: what every figure is compared with.
///
/// It reads the URL out of the request, finds its host, path and query by looking at each byte of
/// its text once, reads the method, and looks one number up in a table of 10,000. It decides
/// nothing: it compares no host and no path, holds no lock and knows no stub. It is pinned here, so
/// that its meaning does not change with the library.
struct BareCost {
  private let table: [UInt64: Int] = Dictionary(
    uniqueKeysWithValues: (0..<10_000).map { (UInt64($0) &* 0x9E37_79B9_7F4A_7C15, $0) })

  /// Does the least for one request.
  @inline(never)
  func look(at request: URLRequest) -> Int {
    guard let url = request.url else { return 0 }
    var text = url.absoluteString
    let sum = text.withUTF8 { Self.sum($0) }
    let method = request.httpMethod ?? "GET"
    return table[sum &+ UInt64(method.utf8.count)] ?? 0
  }

  /// A number that depends on every byte and on where host, path and query begin.
  @inline(__always)
  private static func sum(_ text: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var sum: UInt64 = 0
    var slashes = 0
    var pathStart = 0
    var queryStart = text.count
    for position in 0..<text.count {
      let byte = text[position]
      sum = sum &* 31 &+ UInt64(byte)
      if byte == UInt8(ascii: "/"), slashes < 3 {
        slashes += 1
        pathStart = position
      } else if byte == UInt8(ascii: "?"), queryStart == text.count {
        queryStart = position
      }
    }
    return sum &+ UInt64(pathStart) &+ UInt64(queryStart) << 32
  }
}
