import Foundation
import StubKit

/// The bytes that are expected, which follow from a number and are made anew wherever they are needed.
enum Bodies {
  /// Bytes of any kind.
  static func bytes(_ number: Int, count: Int) -> Data {
    var random = SeededRandom(seed: UInt64(truncatingIfNeeded: number))
    var data = Data(capacity: count + 8)
    while data.count < count { withUnsafeBytes(of: random.next()) { data.append(contentsOf: $0) } }
    return data.prefix(count)
  }

  /// The bytes that one request sends and gets back.
  static func echo(_ number: Int) -> Data { bytes(number, count: number % 3_001) }

  /// What the server on loopback answers to a path with this number.
  static func served(_ number: Int) -> Data { bytes(number, count: 1 + number % 9_001) }

  static let value = bytes(-1, count: 2_048)
  static let json = Data(#"{"id":7,"tags":["a","b"]}"#.utf8)
  static let file = bytes(-2, count: 70_001)
  static let delayed = bytes(-3, count: 300)
  static let chunked = bytes(-4, count: 7_777)
  static let dropped = bytes(-5, count: 9_000)
  /// How much of it arrives.
  static let droppedAfter = 4_500
  static let source = (0..<5).map { bytes(-6 - $0, count: 100 * $0 + 1) }
}
