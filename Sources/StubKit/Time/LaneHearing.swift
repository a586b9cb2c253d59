import Foundation

/// Assigns code on a delegate queue to a lane, while requests of the lane are heard of there.
///
/// That code runs in no task, and therefore sees no lane.
final class LaneHearing: Sendable {
  /// The lanes by queue, with the number of their requests there.
  private static let lanes = Locked<[ObjectIdentifier: [(lane: JobLane, count: Int)]]>([:])

  private let lane: JobLane
  private let queue: ObjectIdentifier

  /// - Returns: nil for a queue that others use as well, such as the main queue.
  init?(of lane: JobLane, on queue: OperationQueue?) {
    guard let queue, queue !== OperationQueue.main else { return nil }
    (self.lane, self.queue) = (lane, ObjectIdentifier(queue))
    Self.lanes.withLock { $0[self.queue, default: []].change(lane, by: 1) }
  }

  deinit {
    Self.lanes.withLock { lanes in
      lanes[queue]?.change(lane, by: -1)
      if lanes[queue]?.isEmpty == true { lanes[queue] = nil }
    }
  }

  /// The lane of the code on this queue; nil if there is none, or more than one.
  static var lane: JobLane? {
    guard lanes.withLock({ !$0.isEmpty }), let queue = OperationQueue.current else { return nil }
    return lanes.withLock { lanes in
      guard let here = lanes[ObjectIdentifier(queue)], here.count == 1 else { return nil }
      return here[0].lane
    }
  }
}

extension [(lane: JobLane, count: Int)] {
  fileprivate mutating func change(_ lane: JobLane, by change: Int) {
    let position = firstIndex { $0.lane === lane } ?? count
    if position == count { append((lane, 0)) }
    self[position].count += change
    if self[position].count == 0 { remove(at: position) }
  }
}
