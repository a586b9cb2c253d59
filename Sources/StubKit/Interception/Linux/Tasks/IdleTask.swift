#if canImport(FoundationNetworking)
  import Dispatch
  import Foundation
  import FoundationNetworking

  /// A task that is never started, of a session without a delegate.
  ///
  /// `TaskInternals` learns from it where a task keeps its properties, and a `BodyCarrier` poses as its
  /// protocol. A new task is entered into its session's table asynchronously, so it must be made before it
  /// is needed: `Interposition` does that before `main`.
  enum IdleTask {
    static let task = make()

    /// Two tasks of two sessions, which differ in every object that they refer to.
    static let pair: [URLSessionTask] = [task, make()]

    private static func make() -> URLSessionDataTask {
      let configuration = URLSessionConfiguration.ephemeral
      configuration.protocolClasses = []
      configuration.urlCache = nil
      let session = URLSession(configuration: configuration)
      return session.dataTask(with: placeholder)
    }

    /// The work queue of the task, which excludes that of every other task: all target one serial queue.
    static let workQueue = TaskInternals.workQueue(of: task) ?? DispatchQueue(label: "StubKit.work")

    /// A request that goes nowhere.
    static let placeholder = URLRequest(url: URL(filePath: "/"))
  }
#endif
