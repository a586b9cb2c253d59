import Foundation

@testable import StubKitServer

#if canImport(Darwin)
  import Darwin
#endif

/// Two sockets that are connected with each other, and that nothing waits for.
final class SocketPair {
  private(set) var near: Int32
  private(set) var far: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    #if canImport(Glibc)
      socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends)
    #else
      socketpair(AF_UNIX, SOCK_STREAM, 0, &ends)
    #endif
    (near, far) = (ends[0], ends[1])
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      #if canImport(Darwin)
        var isOn: Int32 = 1
        let size = socklen_t(MemoryLayout<Int32>.size)
        _ = Darwin.setsockopt(end, SOL_SOCKET, SO_NOSIGPIPE, &isOn, size)
      #endif
    }
  }

  deinit {
    close(near)
    closeFar()
  }

  func closeFar() {
    if far >= 0 { close(far) }
    far = -1
  }

  /// Another descriptor of the near end, which somebody else closes.
  var copyOfNear: Int32 { dup(near) }

  func sendFromFar(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes {
      _ = Socket.send($0, UnsafeRawBufferPointer(start: nil, count: 0), to: far)
    }
  }
}
