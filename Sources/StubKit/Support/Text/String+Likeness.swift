extension String {
  /// From 0 to 1, by the bytes that two texts share at both ends, ignoring ASCII case.
  ///
  /// Finds the usual slips (a letter added, left out, replaced or swapped) in the first 512 bytes.
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

  /// From 0 to 1; only equal texts have 1.
  func nearness(to expected: String) -> Double {
    self == expected ? 1 : Swift.min(likeness(to: expected), 0.95)
  }
}

private func commonStart(_ left: some Sequence<UInt8>, _ right: some Sequence<UInt8>) -> Int {
  zip(left, right).prefix { $0.asciiLowercased == $1.asciiLowercased }.count
}

extension Double {
  static var leastLikeness: Double { 0.6 }
}

extension Sequence<String> {
  /// Up to three similar texts, the most similar first.
  package func near(_ text: String) -> [String] {
    map { (text: $0, likeness: $0.likeness(to: text)) }
      .filter { $0.likeness >= .leastLikeness }
      .sorted { ($1.likeness, $0.text) < ($0.likeness, $1.text) }
      .prefix(3)
      .map(\.text)
  }
}
