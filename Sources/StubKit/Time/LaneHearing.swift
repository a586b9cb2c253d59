import Foundation

/// Assigns code on a delegate queue to a lane, while requests of the lane are heard of there.
///
/// That code runs in no task, and therefore sees no lane.
final class LaneHearing: Sendable {
  /// The lanes by queue, once for each of their requests there.
  private static let lanes = Locked<[ObjectIdentifier: [JobLane]]>([:])

  private let lane: JobLane
  private let queue: ObjectIdentifier

  /// - Returns: nil for a queue that others use as well, such as the main queue.
  init?(of lane: JobLane, on queue: OperationQueue?) {
    guard let queue, queue !== OperationQueue.main else { return nil }
    (self.lane, self.queue) = (lane, ObjectIdentifier(queue))
    Self.lanes.withLock { $0[self.queue, default: []].append(lane) }
  }

  deinit {
    Self.lanes.withLock { lanes in
      guard var here = lanes[queue], let position = here.firstIndex(where: { $0 === lane })
      else { return }
      here.remove(at: position)
      lanes[queue] = here.isEmpty ? nil : here
    }
  }

  /// The lane of the code on this queue; nil if there is none, or more than one.
  static var lane: JobLane? {
    guard lanes.withLock({ !$0.isEmpty }), let queue = OperationQueue.current else { return nil }
    return lanes.withLock { lanes in
      guard let here = lanes[ObjectIdentifier(queue)], let lane = here.first else { return nil }
      return here.allSatisfy { $0 === lane } ? lane : nil
    }
  }
}
