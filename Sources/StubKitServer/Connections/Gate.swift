final class Gate: Wire, @unchecked Sendable {
  /// How many clients are accepted before other sockets have their turn.
  private static let portion = 64
  /// How long the gate waits for free descriptors before it tries to accept again.
  private static let delay = Duration.milliseconds(50)

  private weak var listener: Listener?

  init(_ socket: Int32, of listener: Listener) {
    self.listener = listener
    super.init(socket)
  }

  override func becameReadable() {
    guard let listener else { return }
    for _ in 0..<Self.portion {
      switch Socket.accept(from: socket) {
      case .client(let client): listener.letIn(client)
      case .nothing: return
      case .noDescriptor:
        wantsToRead = false
        listener.loop.update(self)
        listener.loop.set(.now + Self.delay, for: self)
        return listener.lacksDescriptors()
      }
    }
  }

  override func deadlinePassed() {
    wantsToRead = true
    listener?.loop.update(self)
  }
}
