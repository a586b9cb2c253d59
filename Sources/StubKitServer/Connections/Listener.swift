import Foundation
import StubKit

/// Accepts clients on a port; all but `init` and the constants is used only on the loop.
final class Listener: @unchecked Sendable {
  let port: UInt16
  let loop: any ServingLoop
  private var owner: (any ConnectionOwner)?
  private var gates: [Gate] = []
  /// The sockets that hold the port while the listener is suspended.
  private(set) var reserved: [Int32] = []
  private var connections: [ObjectIdentifier: Connection] = [:]
  private var hasNotedDescriptors = false

  /// A `port` of 0 stands for any free port; a port that is taken throws `EADDRINUSE`.
  ///
  /// A client that connects before the loop runs waits in the kernel. While the listener is
  /// suspended, its port is reserved, and refuses clients.
  init(
    port: UInt16 = 0, on loop: any ServingLoop, owner: any ConnectionOwner,
    isSuspended: Bool = false
  ) throws(POSIXError) {
    let sockets = try Self.reserve(port)
    self.port = sockets.port
    self.loop = loop
    self.owner = owner
    if isSuspended {
      reserved = sockets.all
    } else {
      try listen(on: sockets.all)
      loop.perform { [self] in for gate in gates { loop.add(gate) } }
    }
  }

  /// Binds the port on 127.0.0.1, and on ::1 if that address exists.
  ///
  /// A client of localhost may try ::1 first, so no other process may have the port there.
  private static func reserve(
    _ port: UInt16, attempts: Int = 16
  ) throws(POSIXError) -> (all: [Int32], port: UInt16) {
    let first = try Socket.reserve(port, .v4)
    do {
      return try ([first.socket, Socket.reserve(first.port, .v6).socket], first.port)
    } catch {
      guard error.code == .EADDRINUSE else { return ([first.socket], first.port) }
      Socket.close(first.socket)
      if port == 0, attempts > 1 { return try reserve(0, attempts: attempts - 1) }
      throw error
    }
  }

  private func listen(on sockets: [Int32]) throws(POSIXError) {
    do {
      for socket in sockets { try Socket.startListening(socket) }
    } catch {
      for socket in sockets { Socket.close(socket) }
      throw error
    }
    gates = sockets.map { Gate($0, of: self) }
  }

  /// Closes the port and all connections, as if the server were down, and keeps the port reserved.
  func suspend(whenClosed done: @escaping @Sendable () -> Void) {
    guard owner != nil, !gates.isEmpty else { return done() }
    for gate in gates { Socket.stopListening(gate.socket) }
    // If possible, before the sockets are closed: after that, another socket could take the port.
    reserved = (try? Self.reserve(port).all) ?? []
    closeGates { [self] in
      // The server may have stopped in the meantime.
      if owner != nil, reserved.isEmpty { reserved = (try? Self.reserve(port).all) ?? [] }
      done()
    }
  }

  func resume() throws(POSIXError) {
    guard owner != nil, gates.isEmpty else { return }
    let sockets = reserved.isEmpty ? try Self.reserve(port).all : reserved
    reserved = []
    try listen(on: sockets)
    for gate in gates { loop.add(gate) }
  }

  func close() {
    closeGates {}
    for socket in reserved { Socket.close(socket) }
    reserved = []
    owner = nil
  }

  private func closeGates(_ done: @escaping () -> Void) {
    for connection in connections.values { connection.stop() }
    var left = gates.count
    if left == 0 { done() }
    for gate in gates {
      Socket.stopListening(gate.socket)
      loop.remove(gate) {
        left -= 1
        if left == 0 { done() }
      }
    }
    gates = []
  }

  func letIn(_ socket: Int32) {
    guard let owner else {
      Socket.close(socket)
      return
    }
    Socket.sendAtOnce(socket)
    let connection = Connection(socket, of: self, owner: owner)
    connections[ObjectIdentifier(connection)] = connection
    loop.add(connection)
  }

  func forget(_ connection: Connection) {
    connections[ObjectIdentifier(connection)] = nil
  }

  func lacksDescriptors() {
    if !hasNotedDescriptors { owner?.noteNoDescriptorLeft() }
    hasNotedDescriptors = true
  }
}
