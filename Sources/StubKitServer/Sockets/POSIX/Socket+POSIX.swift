#if !os(Windows)
  import Foundation

  /// Each platform adds `open` for a new socket, `take` for the socket of the next client (-1 if
  /// there is none), `send` for a message, and `unsent` for how many bytes may still be unsent.
  ///
  /// The sockets do not block, and child processes do not inherit them.
  extension Socket {
    /// Binds a socket to a port of the loopback interface; the socket does not listen yet.
    static func reserve(
      _ port: UInt16, _ family: Family
    ) throws(POSIXError) -> (socket: Int32, port: UInt16) {
      let made = try bound(to: port, family)
      // On Linux, a socket bound to a port by number keeps the port when it stops listening.
      guard port == 0, let lasting = try? bound(to: made.port, family) else { return made }
      close(made.socket)
      return lasting
    }

    private static func bound(
      to port: UInt16, _ family: Family
    ) throws(POSIXError) -> (socket: Int32, port: UInt16) {
      let socket = open(family)
      guard socket >= 0 else { throw lastError }
      // Lets a test use a fixed port again while its last connections are still closing.
      set(SO_REUSEADDR, of: socket, to: Int32(1))
      guard family == .v4 || onlyVersion6(socket), bind(socket, to: port, family) else {
        let error = lastError
        close(socket)
        throw error
      }
      return (socket, self.port(of: socket))
    }

    private static func onlyVersion6(_ socket: Int32) -> Bool {
      var isOn: Int32 = 1
      let size = socklen_t(MemoryLayout<Int32>.size)
      return setsockopt(socket, Int32(IPPROTO_IPV6), Int32(IPV6_V6ONLY), &isOn, size) == 0
    }

    private static func bind(_ socket: Int32, to port: UInt16, _ family: Family) -> Bool {
      withAddress(port, family) { Foundation.bind(socket, $0, $1) == 0 }
    }

    static func startListening(_ socket: Int32) throws(POSIXError) {
      // The kernel shortens the queue to its own limit.
      guard listen(socket, 4096) == 0 else { throw lastError }
    }

    static func port(of socket: Int32) -> UInt16 { port(of: socket, by: getsockname) }

    /// 0 if the client has gone.
    static func clientPort(of socket: Int32) -> UInt16 { port(of: socket, by: getpeername) }

    static func withAddress<Result>(
      _ port: UInt16, _ family: Family, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
      func pass<Address>(_ address: Address) -> Result {
        withUnsafePointer(to: address) { pointer in
          pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
            body(pointer, socklen_t(MemoryLayout<Address>.size))
          }
        }
      }
      switch family {
      case .v4:
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return pass(address)
      case .v6:
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_port = port.bigEndian
        address.sin6_addr = in6addr_loopback
        return pass(address)
      }
    }

    private typealias Namer = (
      Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>
    )
      -> Int32

    private static func port(of socket: Int32, by name: Namer) -> UInt16 {
      var address = sockaddr_storage()
      var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
      return withUnsafeMutablePointer(to: &address) { pointer in
        let isNamed = pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
          name(socket, pointer, &length) == 0
        }
        guard isNamed else { return 0 }
        // In the addresses of both families, the port stands after the family.
        return UInt16(bigEndian: UnsafeRawPointer(pointer).load(fromByteOffset: 2, as: UInt16.self))
      }
    }

    static func receive(
      from socket: Int32, into buffer: UnsafeMutableRawBufferPointer
    ) -> Received {
      while true {
        let count = recv(socket, buffer.baseAddress, buffer.count, 0)
        if count > 0 { return .bytes(count) }
        if count == 0 { return .end }
        switch errno {
        case EINTR: continue
        case EAGAIN, EWOULDBLOCK: return .nothing
        default: return .broken
        }
      }
    }

    /// Sends as much as fits of a piece and of the next one; nil if the connection is broken.
    static func send(
      _ piece: UnsafeRawBufferPointer, _ next: UnsafeRawBufferPointer, to socket: Int32
    ) -> Int? {
      // `sendmsg` takes mutable memory, but does not write to it.
      let pieces = (vector(piece), vector(next))
      return withUnsafePointer(to: pieces) { pointer in
        var message = msghdr()
        message.msg_iov = UnsafeMutableRawPointer(mutating: pointer)
          .assumingMemoryBound(to: iovec.self)
        message.msg_iovlen = next.isEmpty ? 1 : 2
        while true {
          let count = send(&message, to: socket)
          if count >= 0 { return count }
          switch errno {
          case EINTR: continue
          case EAGAIN, EWOULDBLOCK: return 0
          default: return nil
          }
        }
      }
    }

    private static func vector(_ bytes: UnsafeRawBufferPointer) -> iovec {
      iovec(iov_base: UnsafeMutableRawPointer(mutating: bytes.baseAddress), iov_len: bytes.count)
    }

    /// Turns Nagle's algorithm off: a client may wait for one piece before it asks for more.
    static func sendAtOnce(_ socket: Int32) {
      var isOn: Int32 = 1
      let size = socklen_t(MemoryLayout<Int32>.size)
      _ = setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, size)
    }

    /// Works even if a forked process also holds the socket; closing it would have no effect then.
    static func stopListening(_ socket: Int32) {
      _ = shutdown(socket, Int32(SHUT_RDWR))
    }

    static func endSending(_ socket: Int32) {
      _ = shutdown(socket, Int32(SHUT_WR))
    }

    /// The client sees a reset when the socket is closed, and unsent bytes are dropped.
    static func resetWhenClosed(_ socket: Int32) {
      set(SO_LINGER, of: socket, to: linger(l_onoff: 1, l_linger: 0))
    }

    static func set(_ option: Int32, of socket: Int32, to value: some BitwiseCopyable) {
      var value = value
      let size = socklen_t(MemoryLayout.size(ofValue: value))
      _ = setsockopt(socket, SOL_SOCKET, option, &value, size)
    }

    static var lastError: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }

    static func close(_ socket: Int32) { _ = Foundation.close(socket) }

    static func accept(from listener: Int32) -> Accepted {
      while true {
        let client = take(from: listener)
        if client >= 0 { return .client(client) }
        switch errno {
        case EINTR, ECONNABORTED: continue
        case EMFILE, ENFILE, ENOBUFS, ENOMEM: return .noDescriptor
        default: return .nothing
        }
      }
    }
  }
#endif
