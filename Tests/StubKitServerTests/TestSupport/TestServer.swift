import Foundation
import StubKit
import Testing

@testable import StubKitServer

/// The loops that a server can run on here.
enum LoopKind: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case platform
  case dispatch

  var testDescription: String { rawValue }

  func make() throws -> any ServingLoop {
    switch self {
    case .platform: try makeServingLoop()
    case .dispatch: DispatchLoop()
    }
  }
}

/// A listener with a loop of its own, which ends with the test.
final class TestServer: Sendable {
  let loop: any ServingLoop
  let listener: Listener
  let owner: FakeOwner

  init(
    on kind: LoopKind = .platform, port: UInt16 = 0, limits: RequestLimits = RequestLimits(),
    isSuspended: Bool = false, _ respond: @escaping FakeOwner.Answer = FakeOwner.hello
  ) throws {
    loop = try kind.make()
    owner = FakeOwner(limits: limits, respond)
    do {
      listener = try Listener(port: port, on: loop, owner: owner, isSuspended: isSuspended)
    } catch {
      loop.stop()
      throw error
    }
  }

  deinit { stop() }

  var port: UInt16 { listener.port }
  var events: Events { owner.events }

  func client() throws -> RawClient { try RawClient(to: port) }

  func stop() {
    loop.perform { [listener] in listener.close() }
    loop.stop()
  }

  func suspend() {
    let done = DispatchSemaphore(value: 0)
    loop.perform { [listener] in listener.suspend { done.signal() } }
    done.wait()
  }

  func resume() throws {
    try onLoop { [listener] in try listener.resume() }
  }

  /// Runs a block on the loop, and waits for it.
  func onLoop<Result: Sendable>(
    _ block: @escaping @Sendable () throws -> Result
  ) throws -> Result {
    let done = DispatchSemaphore(value: 0)
    let result = Locked<Swift.Result<Result, any Error>?>(nil)
    loop.perform {
      let value = Swift.Result { try block() }
      result.withLock { $0 = value }
      done.signal()
    }
    done.wait()
    return try #require(result.withLock { $0 }).get()
  }
}
