#if canImport(Darwin)
  import Darwin

  extension Socket {
    static func open(_ family: Family) -> Int32 {
      prepared(socket(family == .v4 ? AF_INET : AF_INET6, SOCK_STREAM, 0))
    }

    static func take(from listener: Int32) -> Int32 {
      prepared(Darwin.accept(listener, nil, nil))
    }

    private static func prepared(_ socket: Int32) -> Int32 {
      guard socket >= 0 else { return socket }
      _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
      _ = fcntl(socket, F_SETFL, O_NONBLOCK)
      // Otherwise a write to a connection that the client has closed would end the process.
      var isOn: Int32 = 1
      let size = socklen_t(MemoryLayout<Int32>.size)
      _ = Darwin.setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &isOn, size)
      return socket
    }

    static func send(_ message: UnsafePointer<msghdr>, to socket: Int32) -> Int {
      Darwin.sendmsg(socket, message, 0)
    }

    /// Darwin counts all bytes that the client has not acknowledged, even if they are sent.
    static func unsent(_ socket: Int32) -> Int32 {
      var count: Int32 = 0
      var size = socklen_t(MemoryLayout<Int32>.size)
      Darwin.getsockopt(socket, SOL_SOCKET, SO_NWRITE, &count, &size)
      return count
    }
  }
#endif
