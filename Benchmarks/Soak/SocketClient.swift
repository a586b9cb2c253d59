import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A request over a socket of its own, whose client may go at any moment.
///
/// A session would not do: Foundation on Linux waits for ever, or traps, where a cancel meets the end of what
/// comes over the network.
final class SocketClient: @unchecked Sendable {
  // Unchecked: what changes is behind the lock.
  private let socket: Int32
  private let lock = NSLock()
  private var hasGone = false

  private init(to port: Int) {
    #if canImport(Glibc)
      socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      socket = Darwin.socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    _ = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }

  deinit { close(socket) }

  /// Asks a server for what an errand wants.
  static func start(_ errand: Errand, at port: Int) -> Client.Started {
    let client = SocketClient(to: port)
    Thread.detachNewThread { client.run(errand) }
    return Client.Started(cancel: { client.go() }, pause: nil)
  }

  private func go() {
    lock.withLock { hasGone = true }
    shutdown(socket, Int32(SHUT_RDWR))
  }

  private func run(_ errand: Errand) {
    let body = errand.request.httpBody ?? Data()
    let head = """
      \(errand.request.httpMethod ?? "GET") \(errand.request.url?.path ?? "/") HTTP/1.0\r
      Host: soak.test\r
      Content-Length: \(body.count)\r
      \r\n
      """
    send(Data(head.utf8) + body)
    let (answer, isWhole) = receive()
    let parts = answer.range(of: Data("\r\n\r\n".utf8))
    let text = parts.map { Data(answer[$0.upperBound...]) } ?? Data()
    let status = String(decoding: answer.prefix(12).suffix(3), as: UTF8.self)
    if lock.withLock({ hasGone }) {
      errand.end(text, nil, URLError(.cancelled))
    } else if !isWhole || parts == nil {
      errand.end(text, nil, URLError(.networkConnectionLost))
    } else {
      let response = errand.request.url.flatMap {
        HTTPURLResponse(
          url: $0, statusCode: Int(status) ?? 0, httpVersion: nil, headerFields: nil)
      }
      errand.end(text, response, nil)
    }
  }

  private func send(_ data: Data) {
    #if canImport(Glibc)
      let flags = Int32(MSG_NOSIGNAL)
    #else
      let flags: Int32 = 0
    #endif
    var rest = data[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { bytes in
        #if canImport(Glibc)
          Glibc.send(socket, bytes.baseAddress, bytes.count, flags)
        #else
          Darwin.send(socket, bytes.baseAddress, bytes.count, flags)
        #endif
      }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// All that comes, and whether it has come to its end.
  private func receive() -> (answer: Data, isWhole: Bool) {
    var answer = Data()
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = recv(socket, &buffer, buffer.count, 0)
      guard count > 0 else { return (answer, count == 0) }
      answer.append(contentsOf: buffer[..<count])
    }
  }
}
