extension StubResponse {
  /// How deep responses may stand in each other; to let go of one takes a turn of the stack for each.
  static let deepest = 100

  /// How many responses stand in each other here: in a sequence, or for the uses that fail.
  var depth: Int {
    let ofKind = if case .sequence(let sequence) = kind { sequence.depth } else { 0 }
    guard let flakiness = delivery.flakiness else { return ofKind }
    return max(ofKind, 1 + flakiness.failure.depth)
  }
}
