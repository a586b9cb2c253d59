import Dispatch
import Glibc

/// The sockets that were told to send no signal.
final class QuietSockets: @unchecked Sendable {
  // Unchecked: the set is touched on the queue only.
  private let queue = DispatchQueue(label: "quiet sockets")
  private var sockets: Set<Int32> = []

  func set(_ socket: Int32, isQuiet: Bool) {
    queue.sync {
      if isQuiet { sockets.insert(socket) } else { sockets.remove(socket) }
    }
  }

  func contains(_ socket: Int32) -> Bool {
    queue.sync { sockets.contains(socket) }
  }
}
