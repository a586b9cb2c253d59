#if os(Linux)
  import CStubKit
  import Foundation

  extension Socket {
    private static let kind = Int32(
      SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)

    /// A socket that nothing waits for, and that no child process gets; -1 if there is none.
    static func open(_ family: Family) -> Int32 {
      socket(family == .v4 ? AF_INET : AF_INET6, kind, 0)
    }

    static func accept(_ listener: Int32) -> Int32 { stubkit_accept(listener) }

    static func send(_ message: UnsafePointer<msghdr>, to socket: Int32) -> Int {
      // A connection that the client has closed would end the process with a signal.
      sendmsg(socket, message, Int32(MSG_NOSIGNAL))
    }

    /// How many bytes the kernel has not sent yet.
    ///
    /// A client may take 40 ms to acknowledge those that are sent, so that they do not count.
    static func unsent(_ socket: Int32) -> Int32 {
      let notSent: UInt = 0x894B  // SIOCOUTQNSD
      var count: Int32 = 0
      _ = ioctl(socket, notSent, &count)
      return count
    }
  }
#endif
