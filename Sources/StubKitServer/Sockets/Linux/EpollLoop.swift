#if os(Linux) || os(Android)
  import CStubKit
  import Dispatch
  import Foundation
  import StubKit

  final class EpollLoop: ServingLoop, @unchecked Sendable {
    // Unchecked: the thread alone touches everything but the inbox.
    private struct Inbox {
      var blocks: [@Sendable () -> Void] = []
      var isAsleep = false
      var isStopped = false
      /// Whether the thread runs no further blocks.
      var hasEnded = false
    }

    private static let bellTag = UInt64.max

    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
    private let inbox = Locked(Inbox())
    private let epoll: Int32
    private let bell: Int32
    private let hasEnded = DispatchGroup()
    /// Runs the blocks that come after the end of the thread.
    private let late = DispatchQueue(label: "StubKit.serving.late")
    private var wires: [Wire?] = []
    private var freePlaces: [Int] = []
    /// The places of removed wires, which an event of the last wait may still name.
    private var leftPlaces: [Int] = []
    private var readWires: [Wire] = []
    private var deadlines = Deadlines()
    private var lastEvent = ContinuousClock.now
    /// How long the thread polls after an event before it sleeps.
    private static let vigil = Duration.microseconds(50)

    init() throws(POSIXError) {
      epoll = stubkit_epoll()
      bell = stubkit_epoll_bell()
      guard epoll >= 0, bell >= 0,
        stubkit_epoll_watch(epoll, bell, Self.bellTag, Int32(stubkit_readable), true) == 0
      else {
        let error = Socket.lastError
        for descriptor in [epoll, bell] where descriptor >= 0 { close(descriptor) }
        throw error
      }
      hasEnded.enter()
      Thread.detachNewThread { [self] in
        // Foundation cannot always set the name of a thread that has just begun.
        stubkit_name_thread("StubKit.serving")
        run()
      }
    }

    deinit { buffer.deallocate() }

    func perform(_ block: @escaping @Sendable () -> Void) {
      let isTaken = inbox.withLock { inbox in
        guard !inbox.hasEnded else { return false }
        inbox.blocks.append(block)
        wake(&inbox)
        return true
      }
      if !isTaken { late.async(execute: block) }
    }

    func stop() {
      inbox.withLock { inbox in
        inbox.isStopped = true
        wake(&inbox)
      }
      hasEnded.wait()
    }

    /// To be called under the lock, so that the thread cannot end and close the bell meanwhile.
    private func wake(_ inbox: inout Inbox) {
      guard inbox.isAsleep else { return }
      inbox.isAsleep = false
      var one: UInt64 = 1
      _ = write(bell, &one, MemoryLayout<UInt64>.size)
    }

    func add(_ wire: Wire) {
      let place = freePlaces.popLast() ?? wires.count
      if place == wires.count { wires.append(wire) } else { wires[place] = wire }
      wire.place = place
      watch(wire, at: place, isNew: true)
    }

    func update(_ wire: Wire) {
      if let place = wire.place { watch(wire, at: place, isNew: false) }
    }

    private func watch(_ wire: Wire, at place: Int, isNew: Bool) {
      let wanted =
        (wire.wantsToRead ? stubkit_readable : 0) | (wire.wantsToWrite ? stubkit_writable : 0)
      _ = stubkit_epoll_watch(epoll, wire.socket, UInt64(place), Int32(wanted), isNew)
    }

    func remove(_ wire: Wire, whenClosed done: @escaping () -> Void) {
      deadlines.set(nil, for: wire)
      guard let place = wire.place.take() else { return }
      wires[place] = nil
      leftPlaces.append(place)
      stubkit_epoll_forget(epoll, wire.socket)
      close(wire.socket)
      done()
    }

    func set(_ deadline: ContinuousClock.Instant?, for wire: Wire) {
      deadlines.set(deadline, for: wire)
    }

    private func run() {
      var events = [stubkit_socket_event](repeating: .init(), count: 256)
      while runBlocks() {
        if deadlines.next != nil { callPassed() }
        freePlaces += leftPlaces
        leftPlaces.removeAll(keepingCapacity: true)
        let count = wait(&events)
        inbox.withLock { $0.isAsleep = false }
        for event in events.prefix(Int(max(count, 0))) { deliver(event) }
        for wire in readWires { wire.othersWereRead() }
        readWires.removeAll(keepingCapacity: true)
        lastEvent = .now
      }
      for wire in wires { if let wire { remove(wire) } }
      close(epoll)
      close(bell)
      hasEnded.leave()
    }

    private func wait(_ events: inout [stubkit_socket_event]) -> Int32 {
      let room = Int32(events.count)
      let timeout = timeToWait()
      guard timeout != 0 else { return stubkit_epoll_wait(epoll, &events, room, 0) }
      // A client that sends one request after another comes back sooner than a thread can fall
      // asleep and wake, and its data is still in the processor's caches.
      let end = lastEvent + Self.vigil
      while ContinuousClock.now < end {
        let count = stubkit_epoll_wait(epoll, &events, room, 0)
        if count > 0 { return count }
        stubkit_yield()
      }
      return stubkit_epoll_wait(epoll, &events, room, timeout)
    }

    /// Runs all waiting blocks; false if the loop has stopped and no block can follow.
    private func runBlocks() -> Bool {
      while true {
        let (blocks, isStopped) = inbox.withLock { inbox in
          let blocks = inbox.blocks
          inbox.blocks = []
          inbox.isAsleep = blocks.isEmpty && !inbox.isStopped
          inbox.hasEnded = blocks.isEmpty && inbox.isStopped
          return (blocks, inbox.isStopped)
        }
        for block in blocks { block() }
        guard isStopped else { return true }
        if blocks.isEmpty { return false }
      }
    }

    private func callPassed() {
      let now = ContinuousClock.now
      while let wire = deadlines.takePassed(at: now) { wire.deadlinePassed() }
    }

    /// In milliseconds, rounded up so that no wire is called too early; -1 without a deadline.
    private func timeToWait() -> Int32 {
      guard inbox.withLock({ $0.isAsleep }) else { return 0 }
      guard let next = deadlines.next else { return -1 }
      let left = (next - .now) / .milliseconds(1)
      return Int32(min(max(0, left.rounded(.up)), 60_000))
    }

    private func deliver(_ event: stubkit_socket_event) {
      guard event.tag != Self.bellTag else {
        var count: UInt64 = 0
        _ = read(bell, &count, MemoryLayout<UInt64>.size)
        return
      }
      let place = Int(event.tag)
      let what = Int(event.what)
      if what & (stubkit_readable | stubkit_broken) != 0, let wire = wires[place] {
        if wire.wantsToRead {
          wire.becameReadable()
          readWires.append(wire)
        } else if what & stubkit_broken != 0 {
          wire.broke()
        }
      }
      if what & stubkit_writable != 0 { wires[place]?.becameWritable() }
    }
  }

  func makeServingLoop() throws(POSIXError) -> any ServingLoop { try EpollLoop() }
#endif
