#if canImport(FoundationNetworking)
  import Foundation

  /// Makes sure that sessions ask StubKit, if nothing has done so before `main`.
  enum Installation {
    static func ensure() {
      // Made now, because once a session asks, on the work queue, no task can be made.
      _ = IdleTask.task
    }

    /// Makes a session ask a protocol class from its next task on.
    ///
    /// The fact: a session hands out its live configuration, and reads it on the work queue when a task is
    /// resumed. A change on another queue could race with that.
    static func attach(_ type: StubURLProtocol.Type, to session: URLSession) -> Bool {
      ensure()
      IdleTask.workQueue.sync { session.configuration.ask(type) }
      return true
    }
  }
#endif
