extension String {
  /// How alike two texts are, from 0 to 1, ignoring ASCII case: what they share at both ends.
  ///
  /// It finds the slip that mattered (a letter more, fewer, other or swapped) and looks at no more
  /// than the first 512 bytes of each.
  func likeness(to other: String) -> Double {
    let left = Array(utf8.prefix(512))
    let right = Array(other.utf8.prefix(512))
    let longer = Swift.max(left.count, right.count)
    guard longer > 0 else { return 1 }
    let shorter = Swift.min(left.count, right.count)

    var front = 0
    while front < shorter, left[front].asciiLowercased == right[front].asciiLowercased {
      front += 1
    }
    var back = 0
    while back < shorter - front,
      left[left.count - 1 - back].asciiLowercased == right[right.count - 1 - back].asciiLowercased
    {
      back += 1
    }
    return Double(front + back) / Double(longer)
  }

  /// How near this text comes to an expected one, from 0 to 1, where 1 is kept for equality.
  func nearness(to expected: String) -> Double {
    self == expected ? 1 : Swift.min(likeness(to: expected), 0.95)
  }
}

extension Sequence<String> {
  /// The few texts that are most like this one, the likest first: what a typo may have meant.
  func near(_ text: String) -> [String] {
    map { (text: $0, likeness: $0.likeness(to: text)) }
      .filter { $0.likeness >= 0.6 }
      .sorted { ($1.likeness, $0.text) < ($0.likeness, $1.text) }
      .prefix(3)
      .map(\.text)
  }
}
