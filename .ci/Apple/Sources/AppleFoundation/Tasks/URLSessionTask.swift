import AppleObjectiveC
public import Foundation
public import FoundationNetworking

/// Apple's task of a session.
open class URLSessionTask: NSObject, @unchecked Sendable {
  // Unchecked: what changes is behind the lock.

  /// What a task is doing.
  public enum State: Int, Sendable {
    /// It loads, or is about to.
    case running
    /// It was never resumed, or was suspended since.
    case suspended
    /// It was cancelled, and nobody has been told yet.
    case canceling
    /// It is over.
    case completed
  }

  /// What there is to know of a task from outside.
  struct Record {
    var state = State.suspended
    var currentRequest: URLRequest?
    var response: URLResponse?
    var error: (any Error)?
    var received: Int64 = 0
    var sent: Int64 = 0
    var isStarted = false
    var loading: LoadingTask?
    /// The completion handler, until the loading takes it over.
    var handler: TaskHandler?
    var delegate: (any URLSessionTaskDelegate)?
    var description: String?
    var violations: [Violation] = []
    var transcript: [String] = []
  }

  /// The number of the task in its session.
  public let taskIdentifier: Int
  /// The request that the task was made with.
  public let originalRequest: URLRequest?
  /// The session that made the task; Apple's getter of this name is private, too.
  let session: URLSession
  let body: TaskBody
  private let record: Guarded<Record>

  init(
    _ request: URLRequest, body: TaskBody = .ofRequest, in session: URLSession,
    handler: TaskHandler?
  ) {
    taskIdentifier = session.nextTaskIdentifier()
    originalRequest = request
    record = Guarded(Record(currentRequest: request, handler: handler))
    self.session = session
    self.body = body
  }

  deinit {
    AssociatedObjects.drop(of: ObjectIdentifier(self))
  }

  /// Starts the task, by way of the runtime, where the method can be exchanged.
  public func resume() {
    Self.resumeMessage.send(to: self)
  }

  /// Says that the task is to wait, which no protocol hears of.
  public func suspend() {
    read { if $0.state == .running { $0.state = .suspended } }
  }

  /// Ends the task with an error that says so.
  public func cancel() {
    let isFirst = read { record in
      guard record.state == .running || record.state == .suspended else { return false }
      record.state = .canceling
      return true
    }
    if isFirst { loading()?.cancel() }
  }

  /// Looks at what is known of the task, or changes it.
  func read<Result>(_ body: (inout Record) -> Result) -> Result {
    record.withLock(body)
  }
}

/// How a task starts.
extension URLSessionTask {
  static let resumeMessage = Message("resume")

  /// What `resume` does in the class at the top.
  func noteResume() {
    read { if $0.state == .suspended { $0.state = .running } }
  }

  /// What `resume` does below it: the first one starts the loading.
  func startIfNeeded() {
    let isFirst = read { record in
      guard record.state == .running, !record.isStarted else { return false }
      record.isStarted = true
      return true
    }
    if isFirst { loading()?.start() }
  }

  /// What loads the task until it is complete; made when it is first needed.
  private func loading() -> LoadingTask? {
    let (loading, isNew): (LoadingTask?, Bool) = read { record in
      guard record.loading == nil, record.state != .completed else {
        return (record.loading, false)
      }
      record.loading = LoadingTask(of: self, handler: record.handler)
      record.handler = nil
      return (record.loading, true)
    }
    if isNew { session.began(self) }
    return loading
  }

  /// Ends the task, of which everything is known now.
  func complete(_ error: (any Error)?) {
    let loading = read { record in
      record.state = .completed
      record.error = error
      defer { record.loading = nil }
      return record.loading
    }
    withExtendedLifetime(loading) {}
  }
}

/// What is known of a task.
extension URLSessionTask {
  /// What the task is doing.
  public var state: State { read { $0.state } }

  /// The request that is being answered: the original one, or that of the latest redirect.
  public var currentRequest: URLRequest? { read { $0.currentRequest } }

  /// The response, once it is there.
  public var response: URLResponse? { read { $0.response } }

  /// The error that the task ended in.
  public var error: (any Error)? { read { $0.error } }

  /// How many bytes of the body have come.
  public var countOfBytesReceived: Int64 { read { $0.received } }

  /// How many bytes of the request's body the network has taken.
  public var countOfBytesSent: Int64 { read { $0.sent } }

  /// The delegate of this task alone.
  public var delegate: (any URLSessionTaskDelegate)? {
    get { read { $0.delegate } }
    set { read { $0.delegate = newValue } }
  }

  /// A text for people.
  public var taskDescription: String? {
    get { read { $0.description } }
    set { read { $0.description = newValue } }
  }

  /// What protocols were told while they answered the task, and what they told their client.
  public var transcript: [String] { read { $0.transcript } }

  /// Writes a line of the transcript.
  func write(_ line: String) { read { $0.transcript.append(line) } }

  /// What protocols did wrong while they answered the task.
  public var violations: [Violation] { read { $0.violations } }
}
