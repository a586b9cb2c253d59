#if canImport(FoundationNetworking)
  /// Makes sure that sessions can ask StubKit, where nothing has done so before `main`.
  enum Installation {
    /// Installs StubKit, once per process.
    static func ensure() {
      // Too late once a session asks: a task cannot be made on the work queue.
      _ = IdleTask.pair
    }
  }
#endif
