import Foundation

@testable import StubKitServer

extension Outgoing {
  /// Everything that is still to be sent, as a client on a socket gets it.
  var all: Data {
    let pair = SocketPair()
    var rest = self
    var received = Data()
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 1)
    defer { buffer.deallocate() }
    while !rest.isEmpty {
      guard rest.send(to: pair.near) else { break }
      while case .bytes(let count) = Socket.receive(from: pair.far, into: buffer) {
        received.append(contentsOf: buffer[..<count])
      }
    }
    return received
  }

  var text: String { String(decoding: all, as: UTF8.self) }
}
