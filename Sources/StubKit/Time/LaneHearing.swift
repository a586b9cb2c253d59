import Foundation

/// Gives a delegate queue's code a lane while only requests of that lane use the queue.
///
/// Such code runs in no task, and therefore has no `JobLane.current`.
final class LaneHearing: Sendable {
  /// A lane is listed once for each of its requests on the queue.
  private static let lanes = Locked<[ObjectIdentifier: [JobLane]]>([:])

  private let lane: JobLane
  private let queue: ObjectIdentifier

  /// Nil without a queue, and for the main queue, which other code uses as well.
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

  /// Nil if the current queue has no lane, or more than one.
  static var lane: JobLane? {
    guard lanes.withLock({ !$0.isEmpty }), let queue = OperationQueue.current else { return nil }
    return lanes.withLock { lanes in
      guard let here = lanes[ObjectIdentifier(queue)], let lane = here.first else { return nil }
      return here.allSatisfy { $0 === lane } ? lane : nil
    }
  }
}
