import Foundation

@testable import StubKitServer

/// A client that sends bytes as they are, and reads what comes.
final class RawClient {
  struct Failure: Error, Equatable {
    let code: Int32
  }

  let socket: Int32
  /// Whether it waits for the server when it sends and reads.
  var isWaiting = true {
    didSet { _ = fcntl(socket, F_SETFL, isWaiting ? 0 : O_NONBLOCK) }
  }
  private var isOpen = true
  private(set) var received = Data()

  private let family: Socket.Family

  convenience init(
    to port: UInt16, _ family: Socket.Family = .v4, receiveBuffer: Int32? = nil
  ) throws {
    try self.init(family, receiveBuffer: receiveBuffer)
    try connect(to: port)
  }

  init(_ family: Socket.Family = .v4, receiveBuffer: Int32? = nil) throws {
    self.family = family
    socket = Socket.open(family)
    guard socket >= 0 else { throw Failure(code: errno) }
    _ = fcntl(socket, F_SETFL, 0)
    // A test that fails has to end.
    Socket.set(SO_RCVTIMEO, of: socket, to: timeval(tv_sec: 600, tv_usec: 0))
    Socket.set(SO_SNDTIMEO, of: socket, to: timeval(tv_sec: 600, tv_usec: 0))
    if let receiveBuffer { Socket.set(SO_RCVBUF, of: socket, to: receiveBuffer) }
  }

  func connect(to port: UInt16) throws {
    guard Socket.connect(socket, to: port, family) else { throw Failure(code: errno) }
    Socket.sendAtOnce(socket)
  }

  deinit { close() }

  func close() {
    if isOpen { Foundation.close(socket) }
    isOpen = false
  }

  func reset() {
    Socket.resetWhenClosed(socket)
    close()
  }

  func endSending() { Socket.endSending(socket) }

  /// Sends all of it; false if the server has gone.
  @discardableResult
  func send(_ text: String) -> Bool { send(Data(text.utf8)) }

  @discardableResult
  func send(_ data: Data) -> Bool {
    data.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = Socket.send(
          UnsafeRawBufferPointer(rebasing: rest), UnsafeRawBufferPointer(start: nil, count: 0),
          to: socket)
        guard let count, count > 0 else { return false }
        rest = rest.dropFirst(count)
      }
      return true
    }
  }

  /// Reads until so many bytes or such an end have come, and takes them; throws what the socket says instead.
  func read(_ count: Int) throws -> String {
    while received.count < count { guard try receive() else { break } }
    return take(count)
  }

  func read(through end: String) throws -> String {
    while true {
      if let range = received.range(of: Data(end.utf8)) {
        return take(received.distance(from: received.startIndex, to: range.upperBound))
      }
      guard try receive() else { return take(.max) }
    }
  }

  func readToEnd() throws -> String {
    while try receive() {}
    return take(.max)
  }

  private func take(_ count: Int) -> String {
    let taken = received.prefix(count)
    received = Data(received.dropFirst(count))
    return String(decoding: taken, as: UTF8.self)
  }

  /// False at the end.
  private func receive() throws -> Bool {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 1)
    defer { buffer.deallocate() }
    switch Socket.receive(from: socket, into: buffer) {
    case .bytes(let count):
      received.append(contentsOf: buffer[..<count])
      return true
    case .end: return false
    case .nothing, .broken: throw Failure(code: errno)
    }
  }
}

extension Socket {
  fileprivate static func connect(_ socket: Int32, to port: UInt16, _ family: Family) -> Bool {
    withAddress(port, family) { Foundation.connect(socket, $0, $1) == 0 }
  }
}
