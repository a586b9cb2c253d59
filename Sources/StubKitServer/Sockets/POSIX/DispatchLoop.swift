#if !os(Windows)
  import Dispatch
  import Foundation

  /// A serial queue with a source for each socket, for Apple's platforms; it also runs on Linux.
  final class DispatchLoop: ServingLoop, @unchecked Sendable {
    // Unchecked: everything is touched on the queue alone.
    private struct Sources {
      let read: any DispatchSourceRead
      var isReading = true
      /// Nil until something cannot be sent at once.
      var write: (any DispatchSourceWrite)?
      var isWriting = false

      var all: [(source: any DispatchSourceProtocol, isResumed: Bool)] {
        [(read, isReading)] + (write.map { [($0, isWriting)] } ?? [])
      }
    }

    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
    private let queue = DispatchQueue(label: "StubKit.serving")
    private let timer: any DispatchSourceTimer
    private let closings = DispatchGroup()
    private var sources: [ObjectIdentifier: Sources] = [:]
    private var deadlines = Deadlines()

    init() {
      timer = DispatchSource.makeTimerSource(queue: queue)
      timer.setEventHandler { [weak self] in self?.callPassed() }
      timer.schedule(deadline: .distantFuture)
      timer.resume()
    }

    deinit {
      timer.cancel()
      buffer.deallocate()
    }

    func perform(_ block: @escaping @Sendable () -> Void) {
      queue.async(execute: block)
    }

    func add(_ wire: Wire) {
      let read = DispatchSource.makeReadSource(fileDescriptor: wire.socket, queue: queue)
      read.setEventHandler { [self] in
        // An event may have been on its way when the wire was removed or stopped reading.
        guard sources[ObjectIdentifier(wire)]?.isReading == true else { return }
        wire.becameReadable()
        wire.othersWereRead()
      }
      sources[ObjectIdentifier(wire)] = Sources(read: read)
      read.resume()
    }

    func update(_ wire: Wire) {
      guard var known = sources[ObjectIdentifier(wire)] else { return }
      if wire.wantsToRead != known.isReading {
        known.isReading = wire.wantsToRead
        if known.isReading { known.read.resume() } else { known.read.suspend() }
      }
      if wire.wantsToWrite != known.isWriting {
        known.isWriting = wire.wantsToWrite
        let write = known.write ?? writeSource(of: wire)
        known.write = write
        if known.isWriting { write.resume() } else { write.suspend() }
      }
      sources[ObjectIdentifier(wire)] = known
    }

    private func writeSource(of wire: Wire) -> any DispatchSourceWrite {
      let write = DispatchSource.makeWriteSource(fileDescriptor: wire.socket, queue: queue)
      write.setEventHandler { [self] in
        if sources[ObjectIdentifier(wire)]?.isWriting == true { wire.becameWritable() }
      }
      return write
    }

    func remove(_ wire: Wire, whenClosed done: @escaping () -> Void) {
      deadlines.set(nil, for: wire)
      guard let known = sources.removeValue(forKey: ObjectIdentifier(wire)) else { return }
      // A socket may be closed only when no source watches it any more.
      let cancels = DispatchGroup()
      closings.enter()
      for (source, isResumed) in known.all {
        cancels.enter()
        source.setCancelHandler { cancels.leave() }
        source.cancel()
        // The cancel handler of a suspended source does not run.
        if !isResumed { source.resume() }
      }
      cancels.notify(queue: queue) { [closings] in
        close(wire.socket)
        done()
        closings.leave()
      }
    }

    func set(_ deadline: ContinuousClock.Instant?, for wire: Wire) {
      let next = deadlines.next
      deadlines.set(deadline, for: wire)
      if deadlines.next != next { setTimer() }
    }

    private func setTimer() {
      guard let next = deadlines.next else { return timer.schedule(deadline: .distantFuture) }
      let left = max(.zero, next - .now) / .seconds(1)
      timer.schedule(deadline: .now() + left, leeway: .milliseconds(1))
    }

    private func callPassed() {
      while let wire = deadlines.takePassed(at: .now) { wire.deadlinePassed() }
      setTimer()
    }

    func stop() {
      queue.sync { timer.cancel() }
      closings.wait()
    }
  }
#endif
