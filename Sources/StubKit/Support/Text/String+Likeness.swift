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
        let shared = left.commonPrefix(with: right) + left.commonSuffix(with: right)
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

extension Slice<UnsafeBufferPointer<UInt8>> {
  /// The length of the common prefix in bytes, ignoring ASCII case.
  fileprivate func commonPrefix(with other: Self) -> Int {
    var count = 0
    for (byte, otherByte) in zip(self, other) {
      guard byte.asciiLowercased == otherByte.asciiLowercased else { break }
      count += 1
    }
    return count
  }

  /// The length of the common suffix in bytes, ignoring ASCII case.
  fileprivate func commonSuffix(with other: Self) -> Int {
    var count = 0
    while count < Swift.min(self.count, other.count),
      self[endIndex - 1 - count].asciiLowercased
        == other[other.endIndex - 1 - count].asciiLowercased
    {
      count += 1
    }
    return count
  }
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
