import Foundation

/// A listening socket, which accepts clients.
final class Gate: Wire, @unchecked Sendable {
  /// How many clients are accepted before other sockets have their turn.
  private static let portion = 64
  /// How long clients wait in the kernel's queue before a descriptor is looked for again.
  private static let delay = Duration.milliseconds(50)

  private weak var listener: Listener?

  init(_ socket: Int32, of listener: Listener) {
    self.listener = listener
    super.init(socket)
  }

  override func becameReadable() {
    guard let listener else { return }
    for _ in 0..<Self.portion {
      let client = Socket.accept(socket)
      if client >= 0 {
        listener.letIn(client)
        continue
      }
      switch errno {
      case EINTR, ECONNABORTED: continue
      case EMFILE, ENFILE, ENOBUFS, ENOMEM:
        wantsToRead = false
        listener.loop.update(self)
        listener.loop.set(.now + Self.delay, for: self)
        return listener.lacksDescriptors()
      default: return
      }
    }
  }

  override func deadlinePassed() {
    wantsToRead = true
    listener?.loop.update(self)
  }
}
