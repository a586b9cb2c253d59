import Foundation

/// Says that requests of a lane are heard of on a queue, so that what begins there is the lane's; for as long
/// as this lives.
///
/// The code that hears of them runs in no task, and sees no lane.
final class LaneHearing: Sendable {
  /// The lanes by queue, with how often each of them is heard of there.
  private static let lanes = Locked<[ObjectIdentifier: [(lane: JobLane, count: Int)]]>([:])

  private let lane: JobLane
  private let queue: ObjectIdentifier

  /// - Returns: nil if anybody may be heard of there, as on the main queue.
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

  /// The lane to which belongs what begins here; nil if there is none, or more than one.
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
