import AppleObjectiveC
public import Foundation

/// Apple's session, which asks protocol classes about each request as CFNetwork is known to do.
///
/// What no class takes is performed by the session of swift-corelibs-foundation.
open class URLSession: NSObject, @unchecked Sendable {
  // Unchecked: what changes is behind the lock.

  /// What a delegate decides about a response.
  public enum ResponseDisposition: Int, Sendable {
    /// The task ends.
    case cancel
    /// The body may come.
    case allow
  }

  /// What a delegate decides about a challenge.
  public enum AuthChallengeDisposition: Int, Sendable {
    /// The credential is sent.
    case useCredential
    /// As if there were no delegate.
    case performDefaultHandling
    /// The task ends.
    case cancelAuthenticationChallenge
    /// The next way of authentication is tried.
    case rejectProtectionSpace
  }

  private struct Members {
    var delegate: (any URLSessionDelegate)?
    var lastTaskIdentifier = 0
    /// The tasks that were started or cancelled, and are not complete.
    var tasks: [Int: URLSessionTask] = [:]
    var isInvalid = false
    var violations: [Violation] = []
  }

  /// The session that everybody shares, and that registered protocol classes serve.
  public static let shared = URLSession(
    configuration: .onDisk(), delegate: nil, delegateQueue: nil, isShared: true)

  /// Where the delegate and completion handlers are called.
  public let delegateQueue: OperationQueue
  /// Where everything that becomes of a task is decided.
  let workQueue = DispatchQueue(label: "com.apple.NSURLSession-work")
  /// The session's own copy of its settings.
  let settings: URLSessionConfiguration
  private let isShared: Bool
  private let members: Guarded<Members>

  /// Makes a session without a delegate.
  public convenience init(configuration: URLSessionConfiguration) {
    self.init(configuration: configuration, delegate: nil, delegateQueue: nil)
  }

  /// Makes a session, which keeps its delegate until it is invalidated.
  public convenience init(
    configuration: URLSessionConfiguration, delegate: (any URLSessionDelegate)?,
    delegateQueue queue: OperationQueue?
  ) {
    self.init(
      configuration: configuration, delegate: delegate, delegateQueue: queue, isShared: false)
  }

  private init(
    configuration: URLSessionConfiguration, delegate: (any URLSessionDelegate)?,
    delegateQueue: OperationQueue?, isShared: Bool
  ) {
    settings = configuration.copy() as? URLSessionConfiguration ?? .onDisk()
    self.delegateQueue = delegateQueue ?? .serial()
    self.isShared = isShared
    members = Guarded(Members(delegate: delegate))
  }

  deinit {
    AssociatedObjects.drop(of: ObjectIdentifier(self))
  }

  /// A copy of the settings: changing it changes nothing.
  open var configuration: URLSessionConfiguration {
    settings.copy() as? URLSessionConfiguration ?? settings
  }

  /// Who hears of the session, until it is invalidated.
  open var delegate: (any URLSessionDelegate)? { members.withLock { $0.delegate } }

  /// What protocols did wrong while they answered the session's tasks.
  public var violations: [Violation] { members.withLock { $0.violations } }

  func note(_ violation: Violation) {
    members.withLock { $0.violations.append(violation) }
  }

  /// The classes that are asked about each request, in this order.
  var protocolClasses: [URLProtocol.Type] {
    // A background session is performed by another process.
    guard settings.identifier == nil else { return [] }
    let registered = isShared ? RegisteredClasses.all : []
    return (registered + (settings.protocolClasses ?? [])).compactMap { $0 as? URLProtocol.Type }
  }
}

/// The tasks of a session.
extension URLSession {
  func nextTaskIdentifier() -> Int {
    members.withLock { members in
      guard !members.isInvalid else { fatalError("A task is made in an invalidated session.") }
      members.lastTaskIdentifier += 1
      return members.lastTaskIdentifier
    }
  }

  /// Keeps a task until it is complete.
  func began(_ task: URLSessionTask) {
    members.withLock { $0.tasks[task.taskIdentifier] = task }
  }

  /// Lets go of a task that is complete, and of the delegate if it was the last.
  func ended(_ task: URLSessionTask) {
    members.withLock { $0.tasks[task.taskIdentifier] = nil }
    becomeInvalidIfDone()
  }

  /// The tasks that are not complete.
  public var allTasks: [URLSessionTask] {
    get async { members.withLock { Array($0.tasks.values) } }
  }
}

/// The end of a session.
extension URLSession {
  /// Lets the tasks finish, and then goes of the delegate.
  public func finishTasksAndInvalidate() {
    guard !isShared else { return }
    members.withLock { $0.isInvalid = true }
    becomeInvalidIfDone()
  }

  /// Cancels the tasks, and lets go of the delegate.
  public func invalidateAndCancel() {
    guard !isShared else { return }
    let tasks = members.withLock { members in
      members.isInvalid = true
      return members.tasks.values
    }
    for task in tasks { task.cancel() }
    becomeInvalidIfDone()
  }

  private func becomeInvalidIfDone() {
    let delegate = members.withLock { members in
      let isDone = members.isInvalid && members.tasks.isEmpty
      defer { if isDone { members.delegate = nil } }
      return isDone ? members.delegate : nil
    }
    guard let delegate else { return }
    delegateQueue.addOperation { delegate.urlSession(self, didBecomeInvalidWithError: nil) }
  }
}

extension OperationQueue {
  /// A queue that does one thing at a time.
  fileprivate static func serial() -> OperationQueue {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    return queue
  }
}
