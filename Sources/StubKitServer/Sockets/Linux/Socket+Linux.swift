#if os(Linux)
  import CStubKit
  import Foundation

  extension Socket {
    private static let kind = Int32(
      SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)

    /// A non-blocking socket that child processes do not inherit; -1 if there is none.
    static func open(_ family: Family) -> Int32 {
      socket(family == .v4 ? AF_INET : AF_INET6, kind, 0)
    }

    static func accept(_ listener: Int32) -> Int32 { stubkit_accept(listener) }

    static func send(_ message: UnsafePointer<msghdr>, to socket: Int32) -> Int {
      // Otherwise a write to a connection that the client has closed would end the process.
      sendmsg(socket, message, Int32(MSG_NOSIGNAL))
    }

    /// How many bytes the kernel has not sent yet.
    ///
    /// Bytes that are sent do not count: a client may take 40 ms to acknowledge them.
    static func unsent(_ socket: Int32) -> Int32 {
      let notSent: UInt = 0x894B  // SIOCOUTQNSD
      var count: Int32 = 0
      _ = ioctl(socket, notSent, &count)
      return count
    }
  }
#endif
