#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking

  /// Makes sure that sessions can ask StubKit, where nothing has done so before `main`.
  enum Installation {
    /// Installs StubKit, once per process.
    static func ensure() {
      // Too late once a session asks: a task cannot be made on the work queue.
      _ = IdleTask.pair
    }

    /// Makes a session ask a protocol class from its next task on.
    ///
    /// The fact: a session hands its live configuration out, and reads it on the work queue when a task
    /// is resumed. Changed elsewhere, it may be read at the same moment.
    static func attach(_ type: StubURLProtocol.Type, to session: URLSession) -> Bool {
      ensure()
      IdleTask.workQueue.sync { session.configuration.ask(type) }
      return true
    }
  }
#endif
