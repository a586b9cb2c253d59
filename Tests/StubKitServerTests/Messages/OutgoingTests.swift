import Foundation
import StubKit
import Testing

@testable import StubKitServer

struct OutgoingTests {
  @Test(arguments: 0..<100)
  func `bytes are sent in their order, whatever their sizes`(_ seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var outgoing = Outgoing()
    var expected = Data()
    for _ in 0..<Int.random(in: 1...12, using: &random) {
      let size = [0, 3, 16_383, 16_384, 300_000].randomElement(using: &random) ?? 0
      let piece = Data(repeating: UInt8.random(in: 0...255, using: &random), count: size)
      // A slice does not begin at zero.
      outgoing.append((Data("ab".utf8) + piece).dropFirst(2))
      expected += piece
      if random.chance {
        outgoing.append("text\r\n")
        expected += Data("text\r\n".utf8)
      }
    }
    #expect(outgoing.count == expected.count)
    #expect(outgoing.all == expected)
  }

  @Test func `what does not fit is sent later`() {
    let pair = SocketPair()
    var outgoing = Outgoing()
    outgoing.append("head")
    outgoing.append(Data(repeating: 65, count: 64 << 20))
    let isSent = outgoing.send(to: pair.near)
    #expect(isSent && outgoing.count > 0 && outgoing.count < 64 << 20)
    let left = outgoing.count
    let isSentAgain = outgoing.send(to: pair.near)
    #expect(isSentAgain && outgoing.count == left)
  }

  @Test func `a client that is always behind has no more kept than it is behind`() {
    let pair = SocketPair()
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 1)
    defer { buffer.deallocate() }
    var outgoing = Outgoing()
    let piece = Data(repeating: 65, count: 1_000)
    while outgoing.count < 1 << 20 {
      outgoing.append(piece)
      _ = outgoing.send(to: pair.near)
    }
    for _ in 0..<2_000 {
      guard case .bytes(let count) = Socket.receive(from: pair.far, into: buffer) else { continue }
      for start in stride(from: 0, to: count, by: piece.count) {
        outgoing.append(piece.prefix(count - start))
      }
      _ = outgoing.send(to: pair.near)
      #expect(!outgoing.isEmpty)
      #expect(outgoing.tail.count < 4 << 20)
    }
  }

  @Test func `a client that has gone is noticed, and ends no process`() {
    let pair = SocketPair()
    pair.closeFar()
    var outgoing = Outgoing()
    outgoing.append("hello")
    let isSent = outgoing.send(to: pair.near)
    #expect(!isSent)
  }
}
