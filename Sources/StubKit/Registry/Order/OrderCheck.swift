/// Finds two requests that were made the wrong way round.
struct OrderCheck {
  /// A request to one of the stubs that have an order.
  struct Call {
    /// The place of its stub in the order.
    let place: Int
    /// Where its exchange stands in the log.
    let position: Int
    /// Where the first exchange stands that began after it had ended; nil if it is in flight.
    let endedBefore: Int?

    /// Whether it had ended when an exchange began.
    func isOver(before position: Int) -> Bool {
      endedBefore.map { $0 <= position } ?? false
    }
  }

  /// The calls, in the order in which they were made.
  private let calls: [Call]
  private let isStrict: Bool

  init(_ calls: [Call], strictly isStrict: Bool) {
    self.calls = calls.sorted { $0.position < $1.position }
    self.isStrict = isStrict
  }

  /// The first two calls of which the later one was to come before the other, the nearest such two.
  ///
  /// - Returns: First the one that was to come first.
  var fault: (first: Call, second: Call)? {
    isStrict ? strictFault : plainFault
  }

  /// One was made before the other that was to come first: the first call that came after a later place.
  private var plainFault: (first: Call, second: Call)? {
    zip(calls.dropFirst(), calls).first { $0.place < $1.place }.map { (first: $0, second: $1) }
  }

  /// One began before the other had ended that was to come first.
  private var strictFault: (first: Call, second: Call)? {
    var latestEnds: [Int: Int] = [:]
    for call in calls {
      latestEnds[call.place] = max(latestEnds[call.place] ?? 0, call.endedBefore ?? .max)
    }
    let second = calls.first { call in
      latestEnds.contains { $0.key < call.place && $0.value > call.position }
    }
    guard let second,
      let first = calls.first(where: {
        $0.place < second.place && !$0.isOver(before: second.position)
      })
    else { return nil }
    return (first, second)
  }
}
