extension String {
  /// Returns how alike two texts are, from 0 to 1, by what they share at both ends; ASCII case is ignored.
  ///
  /// It finds the usual slips (a letter more, fewer, other or swapped) in the first 512 bytes of each text,
  /// without allocating.
  func likeness(to other: String) -> Double {
    var (left, right) = (self, other)
    return left.withUTF8 { left in
      right.withUTF8 { right in
        let (left, right) = (left.prefix(512), right.prefix(512))
        guard !left.isEmpty || !right.isEmpty else { return 1 }
        let shared = commonStart(left, right) + commonStart(left.reversed(), right.reversed())
        let shorter = Swift.min(left.count, right.count)
        return Double(Swift.min(shared, shorter)) / Double(Swift.max(left.count, right.count))
      }
    }
  }

  /// Returns how near this text comes to an expected one, from 0 to 1, where 1 is kept for equality.
  func nearness(to expected: String) -> Double {
    self == expected ? 1 : Swift.min(likeness(to: expected), 0.95)
  }
}

/// How many bytes two texts begin with alike, ignoring ASCII case.
private func commonStart(_ left: some Sequence<UInt8>, _ right: some Sequence<UInt8>) -> Int {
  var count = 0
  for (byte, other) in zip(left, right) {
    guard byte.asciiLowercased == other.asciiLowercased else { break }
    count += 1
  }
  return count
}

extension Sequence<String> {
  /// Returns the few texts most like this one, the likest first, for a text that may be a typo.
  package func near(_ text: String) -> [String] {
    map { (text: $0, likeness: $0.likeness(to: text)) }
      .filter { $0.likeness >= 0.6 }
      .sorted { ($1.likeness, $0.text) < ($0.likeness, $1.text) }
      .prefix(3)
      .map(\.text)
  }
}
