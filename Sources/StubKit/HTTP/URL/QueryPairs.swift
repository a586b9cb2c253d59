/// The name–value pairs of a query, as views into its bytes, left to right.
///
/// Only `&` separates pairs (`;` is an ordinary character), and `a` without a value differs from
/// `a=` with an empty one.
package struct QueryPairs: Sequence, IteratorProtocol {
  typealias Bytes = ScannedURL.Bytes

  package struct Pair {
    let rawName: Bytes
    /// Nil if there is no equals sign.
    let rawValue: Bytes?

    var nameString: String { Self.decoded(rawName) }
    /// Nil if there is no equals sign.
    var valueString: String? { rawValue.map(Self.decoded) }

    /// Compares the decoded name without allocating.
    @inline(__always)
    package func isNamed(_ name: String) -> Bool { PercentDecoding.bytes(rawName, spell: name) }

    /// - Parameter isEncoded: False if the query is known to hold no percent sign.
    @inline(__always)
    func isNamed(_ name: Bytes, ifEncoded isEncoded: Bool) -> Bool {
      PercentDecoding.bytes(rawName, spell: name, ifEncoded: isEncoded)
    }

    /// Compares the decoded name and value; a nil value means that there is no equals sign.
    @inline(__always)
    func isItem(named name: Bytes, value: Bytes?, ifEncoded isEncoded: Bool = true) -> Bool {
      guard (rawValue == nil) == (value == nil), isNamed(name, ifEncoded: isEncoded) else {
        return false
      }
      guard let value, let rawValue else { return true }
      return PercentDecoding.bytes(rawValue, spell: value, ifEncoded: isEncoded)
    }

    private static func decoded(_ bytes: Bytes) -> String {
      PercentDecoding.string(from: bytes) ?? String(decoding: bytes, as: UTF8.self)
    }
  }

  private var rest: Bytes?

  init(_ query: Bytes?) {
    rest = query.flatMap { $0.isEmpty ? nil : $0 }
  }

  package var count: Int {
    var count = 0
    for _ in self { count += 1 }
    return count
  }

  @inline(__always)
  package mutating func next() -> Pair? {
    guard let bytes = rest else { return nil }
    var equalsSign: Int?
    var position = 0
    while position < bytes.count, bytes[position] != .ampersand {
      if bytes[position] == .equals, equalsSign == nil { equalsSign = position }
      position += 1
    }
    rest = position < bytes.count ? Bytes(rebasing: bytes[(position + 1)...]) : nil
    guard let equalsSign else {
      return Pair(rawName: Bytes(rebasing: bytes[..<position]), rawValue: nil)
    }
    return Pair(
      rawName: Bytes(rebasing: bytes[..<equalsSign]),
      rawValue: Bytes(rebasing: bytes[(equalsSign + 1)..<position]))
  }
}
