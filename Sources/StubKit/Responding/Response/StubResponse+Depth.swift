extension StubResponse {
  /// The deepest nesting of responses, since releasing them recurses.
  static let deepest = 100

  /// The depth of nested responses, in sequences and for flaky uses.
  var depth: Int {
    let ofKind = if case .sequence(let sequence) = kind { sequence.depth } else { 0 }
    guard let flakiness = delivery.flakiness else { return ofKind }
    return max(ofKind, 1 + flakiness.failure.depth)
  }
}
