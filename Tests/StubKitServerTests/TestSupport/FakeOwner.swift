import Foundation
import StubKit

@testable import StubKitServer

/// An owner of connections that answers as a test says, and remembers what it was asked.
final class FakeOwner: ConnectionOwner {
  typealias Answer = @Sendable (ServerRequest, Connection, FakeExchange) -> Void

  let limits: RequestLimits
  let keepsAlive = true
  let events = Events()
  private let respond: Answer

  init(limits: RequestLimits = RequestLimits(), _ respond: @escaping Answer = FakeOwner.hello) {
    self.limits = limits
    self.respond = respond
  }

  func answer(_ request: ServerRequest, on connection: Connection) -> any ServedExchange {
    events.add(.request(request))
    let exchange = FakeExchange(events)
    respond(request, connection, exchange)
    return exchange
  }

  func note(_ refusal: Refusal, on connection: Connection) { events.add(.refused(refusal)) }
  func noteNoDescriptorLeft() { events.add(.noDescriptor) }

  static let hello: Answer = { _, connection, _ in connection.answer("hello") }
}

final class FakeExchange: ServedExchange, Sendable {
  private let events: Events
  private let whenResumed = Locked<(@Sendable () -> Void)?>(nil)

  init(_ events: Events) { self.events = events }

  func cancel() { events.add(.cancelled) }
  func pause() { events.add(.paused) }
  func resume() {
    events.add(.resumed)
    whenResumed.withLock { $0 }?()
  }

  func onResume(_ block: @escaping @Sendable () -> Void) { whenResumed.withLock { $0 = block } }
}

/// What an owner was told, which a test can wait for.
final class Events: Sendable {
  enum Event: Sendable, Equatable {
    case request(ServerRequest)
    case refused(Refusal)
    case noDescriptor
    case cancelled
    case paused
    case resumed
    case note(String)
  }

  private let events = Locked<[Event]>([])
  private let added = DispatchSemaphore(value: 0)

  var all: [Event] { events.withLock { $0 } }

  var requests: [ServerRequest] {
    all.compactMap { if case .request(let request) = $0 { request } else { nil } }
  }

  var refusals: [Refusal] {
    all.compactMap { if case .refused(let refusal) = $0 { refusal } else { nil } }
  }

  func add(_ event: Event) {
    events.withLock { $0.append(event) }
    added.signal()
  }

  /// Waits until there is such an event; false after a long time.
  ///
  /// One thread alone may wait.
  func wait(for wanted: Event) -> Bool {
    let patience = DispatchTime.now() + 600
    while !all.contains(wanted) {
      if added.wait(timeout: patience) == .timedOut { return all.contains(wanted) }
    }
    return true
  }
}

extension Connection {
  /// A whole answer at once.
  func answer(_ text: String, status: Int = 200, fields: StubHeaders = [:]) {
    send(status: status, fields: fields, length: .exactly(text.utf8.count))
    send(Data(text.utf8))
    finish()
  }
}
