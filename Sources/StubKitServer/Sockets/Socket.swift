/// System calls on sockets of the loopback interfaces.
enum Socket {
  /// The loopback interfaces; a server listens on no other.
  enum Family: CaseIterable {
    case v4
    case v6
  }

  /// The result of receiving from a socket.
  enum Received {
    case bytes(Int)
    case nothing
    case end
    case broken
  }

  /// The result of looking for the next client.
  enum Accepted {
    case client(Int32)
    case nothing
    case noDescriptor
  }
}
