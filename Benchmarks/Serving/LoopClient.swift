#if os(Linux)
  import Foundation

  /// Connections to a port of this machine that ask for the same again and again, all by one thread.
  final class LoopClient {
    /// What a request takes, in nanoseconds, or compared with another.
    struct Cost {
      let time: Double
      /// The time of all processors, without that of the client.
      let processor: Double
    }

    private static let request = Array(
      "GET /v1/user HTTP/1.1\r\nHost: api.example.com\r\nAccept: */*\r\n\r\n".utf8)

    /// The first answer.
    private(set) var answer: [UInt8] = []
    private var sockets: [Int32] = []

    /// Each connection has asked once.
    init(of port: Int, connections count: Int) throws {
      for _ in 0..<count { sockets.append(try Self.connect(to: port)) }
      for socket in sockets {
        send(to: socket)
        answer = receive(nil, from: socket)
      }
    }

    func close() {
      for socket in sockets { Foundation.close(socket) }
      sockets = []
    }

    private static func connect(to port: Int) throws -> Int32 {
      let socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      var isOn: Int32 = 1
      let size = socklen_t(MemoryLayout<Int32>.size)
      setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, size)
      guard socket >= 0, LoopbackAddress.with(port, { Foundation.connect(socket, $0, $1) }) == 0
      else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
      return socket
    }

    /// Asks so often, as many at once as there are connections.
    func ask(_ count: Int) -> Cost {
      let (process, own) = (CPUTime.nanoseconds, CPUTime.nanosecondsOfThread)
      let time = nanoseconds {
        for socket in sockets { send(to: socket) }
        var asked = sockets.count
        var answered = 0
        while answered < max(count, sockets.count) {
          for socket in sockets where answered < max(count, sockets.count) {
            _ = receive(answer.count, from: socket)
            answered += 1
            if asked < count {
              send(to: socket)
              asked += 1
            }
          }
        }
      }
      let processor = CPUTime.nanoseconds - process - (CPUTime.nanosecondsOfThread - own)
      let all = Double(max(count, sockets.count))
      return Cost(time: time / all, processor: processor / all)
    }

    private func send(to socket: Int32) {
      let sent = Foundation.send(socket, Self.request, Self.request.count, 0)
      precondition(sent == Self.request.count, "a request could not be sent")
    }

    /// Receives so many bytes, or, if nobody knows how many, what has come first.
    private func receive(_ count: Int?, from socket: Int32) -> [UInt8] {
      var bytes = [UInt8](repeating: 0, count: 4096)
      var received = 0
      repeat {
        let more = bytes.withUnsafeMutableBytes {
          recv(socket, $0.baseAddress?.advanced(by: received), $0.count - received, 0)
        }
        precondition(more > 0, "an answer does not come")
        received += more
      } while received < count ?? 1
      precondition(received == count ?? received, "an answer has other bytes than the first one")
      return Array(bytes[..<received])
    }
  }

  /// An address on 127.0.0.1.
  enum LoopbackAddress {
    static func with(
      _ port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = UInt16(port).bigEndian
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      return withUnsafePointer(to: address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
    }

    static func port(of socket: Int32) -> Int {
      var address = sockaddr_in()
      var size = socklen_t(MemoryLayout<sockaddr_in>.size)
      return withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          _ = getsockname(socket, $0, &size)
        }
        return Int(UInt16(bigEndian: pointer.pointee.sin_port))
      }
    }
  }
#endif
