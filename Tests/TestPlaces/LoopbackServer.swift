package import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A real HTTP server on loopback, for tests and for the soak.
///
/// It answers each connection with one response and closes it.
package final class LoopbackServer: Sendable {
  /// A request as the server received it.
  package struct Request: Sendable {
    package let method: String
    package let target: String
    package let headers: [String: String]
    package let body: Data
  }

  /// A response that the server sends.
  package struct Response: Sendable {
    package var status: Int
    package var headers: [String]
    package var body: Data
    /// The size of the chunks that the body is sent in; nil for a body with a length.
    package var chunkSize: Int?
    /// How long the server waits in the middle of the body, or before each of its chunks.
    package var pause: Duration
    /// Whether the connection breaks in the middle of the body.
    package var breaksOff: Bool
    /// Whether it is reset there instead.
    package var resets: Bool

    package init(
      status: Int = 200, headers: [String] = [], body: Data = Data(), chunkSize: Int? = nil,
      pause: Duration = .zero, breaksOff: Bool = false, resets: Bool = false
    ) {
      self.status = status
      self.headers = headers
      self.body = body
      self.chunkSize = chunkSize
      self.pause = pause
      self.breaksOff = breaksOff
      self.resets = resets
    }

    package static func text(
      _ text: String, status: Int = 200, headers: [String] = []
    ) -> Response {
      Response(status: status, headers: headers, body: Data(text.utf8))
    }
  }

  package let port: Int
  private let listener: Int32
  private let log = Log()

  /// Starts to listen on a free port.
  ///
  /// - Parameters:
  ///   - threads: How many threads answer, for load; nil for a new thread for each connection.
  ///   - isLogging: Whether ``requests`` are kept.
  /// Cookies that an earlier process was given by this host would be sent along.
  private static let forgetsEarlierCookies: Void = {
    let storage = HTTPCookieStorage.shared
    for cookie in storage.cookies ?? [] where cookie.domain.hasSuffix("127.0.0.1") {
      storage.deleteCookie(cookie)
    }
  }()

  package init(
    threads: Int? = nil, isLogging: Bool = true,
    _ respond: @escaping @Sendable (Request) -> Response
  ) throws {
    _ = Self.forgetsEarlierCookies
    let (listener, port) = try Self.listen()
    self.listener = listener
    self.port = port
    let answer: @Sendable (Int32) -> Void = { [log] connection in
      defer { close(connection) }
      guard let request = Self.read(from: connection) else { return }
      if isLogging { log.append(request) }
      Self.write(respond(request), to: connection)
    }
    let accepting = Accepting(listener: listener, threads: threads ?? 1)
    for _ in 0..<(threads ?? 1) {
      Thread.detachNewThread {
        defer { accepting.leave() }
        while true {
          let connection = accept(listener, nil, nil)
          guard connection >= 0 else { return }
          Self.silence(connection)
          if threads == nil {
            // A thread each: blocking the few of the global queue would stop Swift's tasks.
            Thread.detachNewThread { answer(connection) }
          } else {
            answer(connection)
          }
        }
      }
    }
  }

  deinit {
    // A blocked `accept` returns when the socket is shut down.
    shutdown(listener, Int32(SHUT_RDWR))
  }

  /// The requests so far.
  package var requests: [Request] { log.all }

  /// An address on this server.
  package func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

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
    let bound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(listener, pointer, length) == 0 && getsockname(listener, pointer, &length) == 0
      }
    }
    guard listener >= 0, bound,
      // The name is taken by this function.
      start(listener) == 0
    else { throw POSIXError(.EADDRNOTAVAIL) }
    return (listener, Int(UInt16(bigEndian: address.sin_port)))
  }

  private static func start(_ socket: Int32) -> Int32 {
    #if canImport(Glibc)
      Glibc.listen(socket, 512)
    #else
      Darwin.listen(socket, 512)
    #endif
  }

  /// Lets `send` fail without a signal, which would end the process, if the client has gone.
  private static func silence(_ connection: Int32) {
    // On Linux it is a flag of each `send`.
    #if canImport(Darwin)
      var isOn: Int32 = 1
      let size = socklen_t(MemoryLayout<Int32>.size)
      _ = Darwin.setsockopt(connection, SOL_SOCKET, SO_NOSIGPIPE, &isOn, size)
    #endif
  }

  private static func read(from connection: Int32) -> Request? {
    var received = Data()
    var head: Range<Data.Index>?
    while head == nil {
      guard receive(from: connection, into: &received) else { return nil }
      head = received.range(of: Data("\r\n\r\n".utf8))
    }
    guard let head else { return nil }
    let lines = String(decoding: received[..<head.lowerBound], as: UTF8.self)
      .components(separatedBy: "\r\n")
    let parts = lines[0].split(separator: " ")
    guard parts.count >= 2 else { return nil }
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      headers[line[..<colon].lowercased()] =
        line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
    }
    if headers["expect"] != nil { send(Data("HTTP/1.1 100 Continue\r\n\r\n".utf8), to: connection) }
    let length = Int(headers["content-length"] ?? "") ?? 0
    while received.count - head.upperBound < length {
      guard receive(from: connection, into: &received) else { return nil }
    }
    return Request(
      method: String(parts[0]), target: String(parts[1]), headers: headers,
      body: Data(received[head.upperBound...]))
  }

  private static func receive(from connection: Int32, into data: inout Data) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = recv(connection, &buffer, buffer.count, 0)
    guard count > 0 else { return false }
    data.append(contentsOf: buffer[..<count])
    return true
  }

  private static func write(_ response: Response, to connection: Int32) {
    let transfer =
      response.chunkSize == nil
      ? "Content-Length: \(response.body.count)" : "Transfer-Encoding: chunked"
    let head =
      ["HTTP/1.1 \(response.status) Status"] + response.headers
      + [transfer, "Connection: close", "", ""]
    let chunks = response.chunkSize.map { chunked(response.body, by: $0) }
    let body = chunks.map { $0.reduce(Data(), +) } ?? response.body
    let middle = body.startIndex + body.count / 2
    let start = Data(head.joined(separator: "\r\n").utf8)
    guard response.breaksOff || response.resets || response.pause > .zero else {
      send(start + body, to: connection)
      return
    }
    let pause = UInt32(response.pause / .microseconds(1))
    if let chunks, pause > 0 {
      send(start, to: connection)
      for chunk in chunks {
        usleep(pause)
        send(chunk, to: connection)
      }
      return
    }
    send(start + body[..<middle], to: connection)
    if response.breaksOff { return }
    if response.resets {
      // Closing it is a reset then.
      var lingering = linger(l_onoff: 1, l_linger: 0)
      let size = socklen_t(MemoryLayout<linger>.size)
      _ = setsockopt(connection, SOL_SOCKET, SO_LINGER, &lingering, size)
      return
    }
    usleep(pause)
    send(body[middle...], to: connection)
  }

  private static func chunked(_ body: Data, by size: Int) -> [Data] {
    var result: [Data] = []
    var rest = body[...]
    while !rest.isEmpty {
      let chunk = rest.prefix(size)
      result.append(
        Data("\(String(chunk.count, radix: 16))\r\n".utf8) + chunk + Data("\r\n".utf8))
      rest = rest.dropFirst(size)
    }
    return result + [Data("0\r\n\r\n".utf8)]
  }

  private static func send(_ data: Data, to connection: Int32) {
    var rest = data[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { bytes in
        #if canImport(Glibc)
          Glibc.send(connection, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        #else
          Darwin.send(connection, bytes.baseAddress, bytes.count, 0)
        #endif
      }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// The threads that accept connections: the last one that leaves closes the socket.
  ///
  /// Closed by another thread, its number could belong to another server before `accept` is called again.
  private final class Accepting: @unchecked Sendable {
    private let lock = NSLock()
    private let listener: Int32
    private var threads: Int

    init(listener: Int32, threads: Int) {
      self.listener = listener
      self.threads = threads
    }

    func leave() {
      let isLast = lock.withLock {
        threads -= 1
        return threads == 0
      }
      if isLast { close(listener) }
    }
  }

  private final class Log: @unchecked Sendable {
    private let lock = NSLock()
    private var requests: [Request] = []

    var all: [Request] { lock.withLock { requests } }

    func append(_ request: Request) {
      lock.withLock { requests.append(request) }
    }
  }
}
