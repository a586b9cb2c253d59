import Dispatch

/// The handlers of a registry and the queue on which they hear of events, one after the other.
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
      // What a handler holds ends after the lock has been released.
      _ = self?.handlers.withLock { handlers in
        defer { handlers.byID.removeAll { $0.id == id } }
        return handlers.byID
      }
    }
  }

  func removeAll() {
    _ = handlers.withLock { handlers in
      defer { handlers.byID.removeAll() }
      return handlers.byID
    }
  }

  /// Takes every handler out, to end elsewhere.
  func letGo() -> [Handler] {
    handlers.withLock { handlers in
      defer { handlers.byID.removeAll() }
      return handlers.byID.map(\.handler)
    }
  }

  /// Tells every handler, then goes on; with no handler it goes on at once, on this thread.
  ///
  /// What comes after an event waits for the handlers, so that whoever sees a response knows that
  /// its events have been told. The event is only made if somebody listens.
  ///
  /// - Parameters:
  ///   - reporter: Runs the handlers as if where the request was made.
  ///   - discretion: What a handler says of secrets that prints an event.
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
