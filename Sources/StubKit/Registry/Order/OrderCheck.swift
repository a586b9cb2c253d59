/// Finds two requests in the wrong order.
struct OrderCheck {
  /// A request to one of the ordered stubs.
  struct Call {
    /// The place of its stub in the order.
    let place: Int
    let position: Int
    /// The first exchange that began after this call had ended; nil if it is in flight.
    let endedBefore: Int?

    func isOver(before position: Int) -> Bool {
      endedBefore.map { $0 <= position } ?? false
    }
  }

  /// The calls in the order in which they were made.
  private let calls: [Call]
  private let isStrict: Bool

  init(_ calls: [Call], strictly isStrict: Bool) {
    self.calls = calls.sorted { $0.position < $1.position }
    self.isStrict = isStrict
  }

  /// The closest pair of calls in the wrong order.
  ///
  /// - Returns: First the call that should have come first.
  var fault: (first: Call, second: Call)? {
    isStrict ? strictFault : plainFault
  }

  /// The first call that came after one to a later stub, with that call.
  private var plainFault: (first: Call, second: Call)? {
    zip(calls.dropFirst(), calls).first { $0.place < $1.place }.map { (first: $0, second: $1) }
  }

  /// The first call that began before an earlier stub's call had ended, with that call.
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
