import Dispatch

/// The event handlers of a registry, and the queue on which they are called one after the other.
final class EventStream: Sendable {
  typealias Handler = @Sendable (StubEvent) -> Void

  private let tokens = Locked<[EventToken]>([])
  fileprivate let queue = DispatchQueue(label: "StubKit.events")

  fileprivate var handlers: [Handler] {
    tokens.withLock { $0 }.compactMap { $0.handler.withLock(\.self) }
  }

  var isEmpty: Bool { !ProcessUse.soFar.contains(.handlers) || handlers.isEmpty }

  func add(_ handler: @escaping Handler) -> EventToken {
    ProcessUse.note(.handlers)
    let token = EventToken(handler)
    tokens.withLock { tokens in
      tokens.removeAll { $0.handler.withLock { $0 == nil } }
      tokens.append(token)
    }
    return token
  }

  /// Returns the handlers, which must be released outside every lock.
  @discardableResult
  func removeAll() -> [Handler] {
    tokens.replace(\.self, with: []).compactMap { $0.handler.replace(\.self, with: nil) }
  }
}

/// A token for an event handler, which can remove the handler.
///
/// The handler stays until `cancel()` or a reset of its registry, even if the token is dropped.
public final class EventToken: Sendable {
  fileprivate let handler: Locked<EventStream.Handler?>

  fileprivate init(_ handler: @escaping EventStream.Handler) { self.handler = Locked(handler) }

  /// Removes the handler; an event that is already queued still reaches it.
  public func cancel() { handler.replace(\.self, with: nil) }
}

extension StubRegistry {
  /// Calls a handler whenever something happens to one of this registry's requests.
  ///
  /// ```swift
  /// registry.onEvent { event in print(event) }
  /// ```
  /// Handlers run one after the other on a queue of their own, and the request waits for them. For
  /// the main actor, write `{ event in Task { @MainActor in … } }`, for which no request waits. A
  /// handler stays until its token is cancelled or the registry is reset.
  @discardableResult
  public func onEvent(_ handler: @escaping @Sendable (StubEvent) -> Void) -> EventToken {
    defer { state.withLock { _ in noteUse() } }
    return events.add(handler)
  }

  /// Calls every event handler, then `next`; without handlers it calls `next` at once, on this
  /// thread.
  ///
  /// The request waits for the handlers, so code that sees a response knows that they have been
  /// called. They run in the surroundings of `reporter`, and print secrets only if reports may.
  package func tell(
    _ event: @autoclosure () -> StubEvent, within reporter: @autoclosure () -> IssueReporter?,
    then next: @escaping @Sendable () -> Void
  ) {
    let listening = events.handlers
    guard !listening.isEmpty else { return next() }
    let (event, reporter, discretion) = (event(), reporter(), discretionOfReports)
    events.queue.async {
      reporter.perform {
        Discretion.$ofReport.withValue(discretion) {
          for handler in listening { handler(event) }
        }
      }
      next()
    }
  }
}
