#if os(Windows)
  import Foundation

  // Without a loop no server starts, so that the functions below are never called.
  func makeServingLoop() throws(POSIXError) -> any ServingLoop { throw POSIXError(.ENOSYS) }

  extension Socket {
    static func reserve(
      _ port: UInt16, _ family: Family
    ) throws(POSIXError) -> (socket: Int32, port: UInt16) {
      throw POSIXError(.ENOSYS)
    }

    static func startListening(_ socket: Int32) throws(POSIXError) {}
    static func stopListening(_ socket: Int32) {}
    static func clientPort(of socket: Int32) -> UInt16 { 0 }
    static func accept(from listener: Int32) -> Accepted { .nothing }
    static func sendAtOnce(_ socket: Int32) {}

    static func receive(
      from socket: Int32, into buffer: UnsafeMutableRawBufferPointer
    ) -> Received {
      .broken
    }

    static func send(
      _ piece: UnsafeRawBufferPointer, _ next: UnsafeRawBufferPointer, to socket: Int32
    ) -> Int? {
      nil
    }

    static func unsent(_ socket: Int32) -> Int32 { 0 }
    static func endSending(_ socket: Int32) {}
    static func resetWhenClosed(_ socket: Int32) {}
    static func close(_ socket: Int32) {}
  }
#endif
