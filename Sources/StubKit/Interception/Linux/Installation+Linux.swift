#if canImport(FoundationNetworking)
  import Foundation

  enum Installation {
    static func ensure() {
      // Made before any request: sessions ask StubKit on the work queue, where no task can be made.
      _ = IdleTask.task
    }

    /// Makes a session ask a protocol class from its next task on.
    ///
    /// A session hands out its live configuration, and reads it on the work queue when a task is
    /// resumed. A change on another queue could race with that.
    static func attach(_ type: StubURLProtocol.Type, to session: URLSession) -> Bool {
      ensure()
      let replaced = IdleTask.workQueue.sync {
        defer { session.configuration.ask(type) }
        return session.configuration.protocolClasses?.first as? StubURLProtocol.Type
      }
      if let replaced { SessionBinding.noteReplacement(of: replaced, by: type) }
      return true
    }
  }
#endif
