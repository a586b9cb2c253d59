#if os(Linux) || os(Android)
  import CStubKit
  import Foundation

  extension Socket {
    static func open(_ family: Family) -> Int32 {
      stubkit_socket(family == .v4 ? AF_INET : AF_INET6)
    }

    static func take(from listener: Int32) -> Int32 { stubkit_accept(listener) }

    static func send(_ message: UnsafePointer<msghdr>, to socket: Int32) -> Int {
      stubkit_send(socket, message)
    }

    static func unsent(_ socket: Int32) -> Int32 { stubkit_unsent(socket) }
  }
#endif
