#if os(Linux)
  import CStubKit
  import Foundation

  /// The floor: a loop that looks for the blank line behind a request, and sends the same bytes to everybody.
  final class FloorServer: @unchecked Sendable {
    // Unchecked: the thread alone touches what is not constant.
    let port: Int
    private let answer: [UInt8]
    private let listener: Int32
    private let epoll = stubkit_epoll()
    private let hasEnded = DispatchSemaphore(value: 0)
    private var clients: [Int32] = []

    init(answering answer: [UInt8]) throws {
      let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      guard LoopbackAddress.with(0, { bind(listener, $0, $1) }) == 0, listen(listener, 100) == 0
      else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
      (self.answer, self.listener) = (answer, listener)
      port = LoopbackAddress.port(of: listener)
      watch(listener)
      Thread.detachNewThread { [self] in run() }
    }

    private func watch(_ socket: Int32) {
      _ = stubkit_epoll_watch(epoll, socket, UInt64(socket), Int32(stubkit_readable), true)
    }

    /// Ends the loop, by ending its listener.
    func stop() {
      _ = shutdown(listener, Int32(SHUT_RDWR))
      hasEnded.wait()
    }

    private func run() {
      var events = [stubkit_socket_event](repeating: .init(), count: 256)
      var buffer = [UInt8](repeating: 0, count: 64 << 10)
      var isOver = false
      while !isOver {
        let count = stubkit_epoll_wait(epoll, &events, Int32(events.count), -1)
        for event in events.prefix(Int(max(count, 0))) {
          let socket = Int32(event.tag)
          if socket == listener {
            let client = stubkit_accept(listener)
            isOver = client < 0
            if client >= 0 { letIn(client) }
            continue
          }
          let received = recv(socket, &buffer, buffer.count, 0)
          guard received > 0 else {
            stubkit_epoll_forget(epoll, socket)
            continue
          }
          for _ in 0..<blankLines(in: buffer, received) { send(socket, answer, answer.count, 0) }
        }
      }
      for socket in clients + [listener, epoll] { close(socket) }
      hasEnded.signal()
    }

    private func letIn(_ client: Int32) {
      var isOn: Int32 = 1
      let size = socklen_t(MemoryLayout<Int32>.size)
      setsockopt(client, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, size)
      clients.append(client)
      watch(client)
    }

    private func blankLines(in bytes: [UInt8], _ count: Int) -> Int {
      var found = 0
      var place = 3
      while place < count {
        if bytes[place] == 10, bytes[place - 1] == 13, bytes[place - 2] == 10 { found += 1 }
        place += 1
      }
      return found
    }
  }
#endif
