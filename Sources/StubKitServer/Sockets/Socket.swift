enum Socket {
  /// The loopback interfaces; a server listens on no other.
  enum Family: CaseIterable {
    case v4
    case v6
  }

  enum Received {
    case bytes(Int)
    case nothing
    case end
    case broken
  }

  enum Accepted {
    case client(Int32)
    case nothing
    case noDescriptor
  }
}
