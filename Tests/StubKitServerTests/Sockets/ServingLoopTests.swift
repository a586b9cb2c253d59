import Foundation
import StubKit
import Testing

@testable import StubKitServer

struct ServingLoopTests {
  /// A wire that says what it is told.
  private final class Listening: Wire, @unchecked Sendable {
    let events = Events()
    override func becameReadable() {
      var bytes: [UInt8] = [0, 0]
      let count = recv(socket, &bytes, 1, 0)
      events.add(.note(count > 0 ? "read \(bytes[0])" : "end"))
    }
    override func deadlinePassed() { events.add(.note("late")) }
  }

  @Test(arguments: LoopKind.allCases)
  func `blocks run in their order, those of blocks after them`(_ kind: LoopKind) throws {
    let loop = try kind.make()
    let events = Events()
    for number in 1...100 {
      loop.perform {
        events.add(.note("\(number)"))
        if number == 1 { loop.perform { events.add(.note("last")) } }
      }
    }
    #expect(events.wait(for: .note("last")) && events.wait(for: .note("100")))
    loop.stop()
    let numbers = events.all.filter { $0 != .note("last") }
    #expect(numbers == (1...100).map { .note("\($0)") })
  }

  @Test(arguments: LoopKind.allCases)
  func `a wire is told what happens, as long as it wants that`(_ kind: LoopKind) throws {
    let loop = try kind.make()
    let pair = SocketPair()
    let wire = Listening(pair.copyOfNear)
    loop.perform { loop.add(wire) }
    pair.sendFromFar([1])
    #expect(wire.events.wait(for: .note("read 1")))
    loop.perform {
      wire.wantsToRead = false
      loop.update(wire)
      wire.events.add(.note("deaf"))
    }
    #expect(wire.events.wait(for: .note("deaf")))
    pair.sendFromFar([2])
    loop.perform { loop.set(.now + .milliseconds(20), for: wire) }
    #expect(wire.events.wait(for: .note("late")))
    loop.perform {
      wire.wantsToRead = true
      loop.update(wire)
    }
    #expect(wire.events.wait(for: .note("read 2")))
    let closed = Events()
    loop.perform { loop.remove(wire) { closed.add(.note("closed")) } }
    #expect(closed.wait(for: .note("closed")))
    loop.stop()
    #expect(wire.events.all.count == 4)
  }

  @Test(arguments: LoopKind.allCases)
  func `the earliest deadline comes first, and a changed one counts`(_ kind: LoopKind) throws {
    let loop = try kind.make()
    let pairs = (0..<3).map { _ in SocketPair() }
    let wires = pairs.map { Listening($0.copyOfNear) }
    let start = ContinuousClock.now
    loop.perform {
      for wire in wires { loop.add(wire) }
      loop.set(start + .seconds(3600), for: wires[0])
      loop.set(start + .milliseconds(30), for: wires[1])
      loop.set(start + .milliseconds(10), for: wires[2])
      loop.set(nil, for: wires[2])
      loop.set(start + .milliseconds(20), for: wires[0])
    }
    #expect(wires[0].events.wait(for: .note("late")) && wires[1].events.wait(for: .note("late")))
    loop.perform { for wire in wires { loop.remove(wire) } }
    loop.stop()
    // A pair that is freed closes its far end, which its wire would hear.
    withExtendedLifetime(pairs) { #expect(wires[2].events.all.isEmpty) }
  }

  @Test(arguments: LoopKind.allCases)
  func `stopping can be said twice, and what is said later is done all the same`(
    _ kind: LoopKind
  ) throws {
    let loop = try kind.make()
    let events = Events()
    loop.perform { events.add(.note("before")) }
    loop.stop()
    #expect(events.all == [.note("before")])
    loop.stop()
    loop.perform { events.add(.note("after")) }
    #expect(events.wait(for: .note("after")))
  }
}
