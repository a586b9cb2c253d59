import Dispatch

/// The event handlers of a registry, and the queue on which they are called one after the other.
final class EventStream: Sendable {
  typealias Handler = @Sendable (StubEvent) -> Void

  private struct Handlers {
    var byID: [(id: Int, handler: Handler)] = []
    var lastID = 0
  }

  private let handlers = Locked(Handlers())
  private let queue = DispatchQueue(label: "StubKit.events")

  var isEmpty: Bool {
    !ProcessUse.soFar.contains(.handlers) || handlers.withLock { $0.byID.isEmpty }
  }

  func add(_ handler: @escaping Handler) -> EventToken {
    ProcessUse.note(.handlers)
    let id = handlers.withLock { handlers in
      handlers.lastID += 1
      handlers.byID.append((handlers.lastID, handler))
      return handlers.lastID
    }
    return EventToken { [weak self] in
      // A handler may hold a user's objects, whose `deinit` must not run under the lock.
      _ = self?.handlers.withLock { handlers in
        defer { handlers.byID.removeAll { $0.id == id } }
        return handlers.byID
      }
    }
  }

  func removeAll() { _ = letGo() }

  func letGo() -> [Handler] {
    handlers.withLock { handlers in
      defer { handlers.byID.removeAll() }
      return handlers.byID.map(\.handler)
    }
  }

  /// Calls every handler, then `next`; without handlers it calls `next` at once, on this thread.
  ///
  /// The request waits for its handlers, so code that sees a response knows that its events have been told.
  /// Handlers run in the surroundings that `reporter` gives, and print no more than `discretion` allows.
  func tell(
    _ event: @autoclosure () -> StubEvent, within reporter: @autoclosure () -> IssueReporter?,
    with discretion: @autoclosure () -> Discretion, then next: @escaping @Sendable () -> Void
  ) {
    let listening = handlers.withLock { $0.byID.map(\.handler) }
    guard !listening.isEmpty else { return next() }
    let (event, reporter, discretion) = (event(), reporter(), discretion())
    queue.async {
      reporter.perform {
        Discretion.$ofReport.withValue(discretion) {
          for handler in listening { handler(event) }
        }
      }
      next()
    }
  }
}

/// Removes an event handler of a registry.
///
/// The handler is called until `cancel()`, or until its registry is reset; dropping the token changes
/// nothing.
public final class EventToken: Sendable {
  private let onCancel: @Sendable () -> Void

  init(onCancel: @escaping @Sendable () -> Void) { self.onCancel = onCancel }

  /// Removes the handler, which is called for no later event; one that is queued already still reaches it.
  public func cancel() { onCancel() }
}

extension StubRegistry {
  /// Calls a handler whenever something happens to one of this registry's requests.
  ///
  /// ```swift
  /// registry.onEvent { event in print(event) }
  /// ```
  /// The handler is called until the token is cancelled or the registry is reset, and stays registered if
  /// the token is dropped. Handlers run one after the other on a queue of their own, before the request that
  /// the event is about goes on.
  @discardableResult
  public func onEvent(_ handler: @escaping @Sendable (StubEvent) -> Void) -> EventToken {
    defer { state.withLock { _ in noteUse() } }
    return events.add(handler)
  }
}
