import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A real server on loopback, with a fixed number of threads, which answers by the first part of a path.
final class LoopbackServer: Sendable {
  private let port: Int

  init() throws {
    let (listener, port) = try Self.listen()
    self.port = port
    for _ in 0..<32 {
      Thread.detachNewThread {
        while true {
          let connection = accept(listener, nil, nil)
          guard connection >= 0 else { return }
          Self.silence(connection)
          Self.answer(connection)
          close(connection)
        }
      }
    }
  }

  /// An address on this server.
  func url(_ path: String) -> URL {
    URL(string: "http://127.0.0.1:\(port)\(path)") ?? URL(filePath: path)
  }

  private static func answer(_ connection: Int32) {
    guard let (path, sent) = read(from: connection) else { return }
    let parts = path.split(separator: "/")
    let kind = parts.first.flatMap { Kind(rawValue: String($0)) }
    let number = parts.last.flatMap { Int($0) } ?? 0
    let body = kind == .forwardedEcho ? sent : Bodies.served(number)
    switch kind {
    case .forwardedRedirect where parts.count < 4:
      // Twice on, by a path that grows: /kind/n, /kind/on/n, /kind/on/on/n.
      let next = "/forwardedRedirect/" + String(repeating: "on/", count: parts.count - 1)
      send("HTTP/1.1 302 Found\r\nLocation: \(next)\(number)", Data(), to: connection)
    case .forwardedSlow:
      send("HTTP/1.1 200 OK", body, to: connection, pausing: number % 8)
    case .forwardedDrop:
      send("HTTP/1.1 200 OK", body, to: connection, dropping: true)
    default:
      send("HTTP/1.1 200 OK", body, to: connection)
    }
  }

  private static func send(
    _ head: String, _ body: Data, to connection: Int32, pausing milliseconds: Int = 0,
    dropping: Bool = false
  ) {
    let fields = "Content-Type: application/octet-stream\r\nConnection: close"
    let head = "\(head)\r\n\(fields)\r\nContent-Length: \(body.count)\r\n\r\n"
    guard milliseconds > 0 || dropping else {
      send(Data(head.utf8) + body, to: connection)
      return
    }
    guard send(Data(head.utf8) + body.prefix(body.count / 2), to: connection), !dropping else {
      return
    }
    usleep(UInt32(milliseconds * 1_000))
    send(body.dropFirst(body.count / 2), to: connection)
  }

  @discardableResult
  private static func send(_ data: Data, to connection: Int32) -> Bool {
    var rest = data[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { bytes in
        #if canImport(Glibc)
          Glibc.send(connection, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        #else
          Darwin.send(connection, bytes.baseAddress, bytes.count, 0)
        #endif
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}

extension LoopbackServer {
  private static func listen() throws -> (socket: Int32, port: Int) {
    #if canImport(Glibc)
      let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let listener = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(listener, pointer, length) == 0 && getsockname(listener, pointer, &length) == 0
      }
    }
    #if canImport(Glibc)
      let isListening = isBound && Glibc.listen(listener, 512) == 0
    #else
      let isListening = isBound && Darwin.listen(listener, 512) == 0
    #endif
    guard isListening else { throw POSIXError(.EADDRNOTAVAIL) }
    return (listener, Int(UInt16(bigEndian: address.sin_port)))
  }

  /// Lets `send` fail without a signal if the client has gone; on Linux it is a flag of each `send`.
  private static func silence(_ connection: Int32) {
    #if canImport(Darwin)
      var isOn: Int32 = 1
      let size = socklen_t(MemoryLayout<Int32>.size)
      _ = setsockopt(connection, SOL_SOCKET, SO_NOSIGPIPE, &isOn, size)
    #endif
  }

  /// The path and the body of a request; nil if the client has gone before it was whole.
  private static func read(from connection: Int32) -> (path: String, body: Data)? {
    var received = Data()
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while true {
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { return nil }
      received.append(contentsOf: buffer[..<count])
      guard let end = received.range(of: Data("\r\n\r\n".utf8)) else { continue }
      let lines = String(decoding: received[..<end.lowerBound], as: UTF8.self)
        .split(separator: "\r\n")
      let length =
        lines.first { $0.lowercased().hasPrefix("content-length:") }
        .flatMap { Int($0.dropFirst(15).filter(\.isNumber)) } ?? 0
      guard received.count - end.upperBound >= length else {
        if lines.contains(where: { $0.lowercased().hasPrefix("expect:") }) {
          send(Data("HTTP/1.1 100 Continue\r\n\r\n".utf8), to: connection)
        }
        continue
      }
      let path = lines.first?.split(separator: " ").dropFirst().first ?? "/"
      return (String(path), Data(received[end.upperBound...]))
    }
  }
}
