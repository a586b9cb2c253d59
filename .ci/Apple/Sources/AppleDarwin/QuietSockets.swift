import Dispatch
import Glibc

/// The sockets that were told to send no signal.
///
/// Known by what a descriptor leads to: its number is soon another socket's, and a copy of it has another
/// number.
final class QuietSockets: @unchecked Sendable {
  // Unchecked: the set is touched on the queue only.
  private let queue = DispatchQueue(label: "quiet sockets")
  private var nodes: Set<ino_t> = []

  func set(_ socket: Int32, isQuiet: Bool) {
    let node = Self.node(of: socket)
    queue.sync {
      if isQuiet { nodes.insert(node) } else { nodes.remove(node) }
    }
  }

  func contains(_ socket: Int32) -> Bool {
    let node = Self.node(of: socket)
    return queue.sync { nodes.contains(node) }
  }

  private static func node(of socket: Int32) -> ino_t {
    var status = stat()
    return fstat(socket, &status) == 0 ? status.st_ino : 0
  }
}
