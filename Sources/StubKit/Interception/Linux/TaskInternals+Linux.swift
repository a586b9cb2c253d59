#if canImport(FoundationNetworking)
  import Dispatch
  import Foundation

  /// Properties of tasks and sessions that are internal to FoundationNetworking; one that is gone
  /// reads as nil.
  enum TaskInternals {
    static func session(of task: URLSessionTask) -> URLSession? {
      sessionReference.object(in: task)
    }

    /// The serial queue on which a task's protocol is called and must call its client.
    static func workQueue(of task: URLSessionTask) -> DispatchQueue? {
      workQueueReference.object(in: task)
    }

    static func body(of task: URLSessionTask) -> RequestBody {
      guard task is URLSessionUploadTask else { return .none }
      guard let stored = reflect("knownBody", in: task),
        let known = Mirror(reflecting: stored).children.first
      else { return .delegate }
      // The optional's payload is an enum: `.data(DispatchData)`, `.file(URL)`, `.stream(…)`.
      guard let payload = Mirror(reflecting: known.value).children.first?.value else {
        return .none
      }
      switch payload {
      case let data as DispatchData:
        // Asking empty dispatch data for its bytes traps.
        guard !data.isEmpty else { return .data(Data()) }
        return data.withUnsafeBytes { (bytes: UnsafePointer<UInt8>) in
          .data(Data(bytes: bytes, count: data.count))
        }
      case let file as URL: return .file(file)
      case let stream as InputStream: return .stream(stream)
      default: return .delegate
      }
    }

    /// Whether a session is invalidated, so that making a task in it would end the process.
    static func isInvalidated(_ session: URLSession) -> Bool {
      // The session notes an invalidation on its queue, a moment after the call.
      sessionQueueReference.object(in: session)?.sync {}
      return invalidationFlag.value(in: session) ?? false
    }

    /// Whether only a Swift task awaits the end; the handler then runs off the delegate queue.
    static func isAwaited(_ task: URLSessionTask) -> Bool {
      inlineHandlerFlag.value(in: task) ?? false
    }

    /// Reads the state without waiting for the queue on which the public property is read.
    static func state(of task: URLSessionTask) -> URLSessionTask.State {
      storedState.value(in: task) ?? task.state
    }

    static let inlineHandlerFlag = StoredValue<Bool>("_callCompletionHandlerInline")
    static let storedState = StoredValue<URLSessionTask.State>("_state")
    static let error = StoredValue<(any Error)?>("error")
    static let sessionReference = StoredReference<URLSession>("session")
    static let workQueueReference = StoredReference<DispatchQueue>("workQueue")
    static let invalidationFlag = StoredValue<Bool>("invalidated", of: URLSession.self)
    static let sessionQueueReference = StoredReference<DispatchQueue>(
      "workQueue", of: URLSession.self, found: IdleTask.session)

    fileprivate static func offset(
      of name: String, in type: AnyClass, isOfType: (Any.Type) -> Bool
    ) -> Int? {
      var found: Int?
      // The imported constant is a global variable, which Swift's concurrency checks do not allow.
      let isClass = _EachFieldOptions(rawValue: 1)
      _ = _forEachField(of: type, options: isClass) { field, offset, type, _ in
        if String(cString: field) == name, isOfType(type) { found = offset }
        return true
      }
      return found
    }

    static func reflect(_ name: String, in object: AnyObject) -> Any? {
      var mirror: Mirror? = Mirror(reflecting: object)
      while let current = mirror {
        if let child = current.children.first(where: { $0.label == name }) { return child.value }
        mirror = current.superclassMirror
      }
      return nil
    }
  }

  extension URLRequest {
    /// Whether `timeoutInterval` was set, which Foundation notes in the second word of the value.
    var setsTimeout: Bool {
      timeoutInterval != 60
        || withUnsafeBytes(of: self) { $0.count == 9 && $0.load(fromByteOffset: 8, as: Bool.self) }
    }
  }

  @_spi(Reflection) import Swift

  /// A stored property of a task or a session; nil if it is gone, or has another type.
  struct StoredValue<Value>: Sendable {
    let offset: Int?

    init(_ name: String, of type: AnyClass = URLSessionTask.self) {
      offset = TaskInternals.offset(of: name, in: type) { $0 == Value.self }
    }

    func value(in owner: AnyObject) -> Value? {
      guard let offset else { return nil }
      return Unmanaged.passUnretained(owner).toOpaque().load(fromByteOffset: offset, as: Value.self)
    }

    func set(_ value: Value, in owner: AnyObject) {
      let place = Unmanaged.passUnretained(owner).toOpaque()
      if let offset { (place + offset).assumingMemoryBound(to: Value.self).pointee = value }
    }
  }

  /// A stored property of a task or a session that refers to an object.
  ///
  /// `Mirror` is too slow for every request, so the property is read at its offset. The offset is
  /// used only if it leads to the object that `Mirror` finds in a sample: the property's type need
  /// not be public, so it cannot be compared.
  struct StoredReference<Object: AnyObject>: Sendable {
    private let name: String
    let offset: Int?

    init(
      _ name: String, of type: AnyClass = URLSessionTask.self,
      found sample: AnyObject = IdleTask.task
    ) {
      self.name = name
      guard let object = TaskInternals.reflect(name, in: sample) as? Object,
        let offset = TaskInternals.offset(of: name, in: type, isOfType: { _ in true })
      else {
        offset = nil
        return
      }
      let found = Unmanaged.passUnretained(sample).toOpaque().load(
        fromByteOffset: offset, as: UnsafeRawPointer?.self)
      let isThere = found == UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
      self.offset = isThere ? offset : nil
    }

    func object(in owner: AnyObject) -> Object? {
      guard let offset else { return TaskInternals.reflect(name, in: owner) as? Object }
      let address = Unmanaged.passUnretained(owner).toOpaque()
      let reference = address.load(fromByteOffset: offset, as: UnsafeRawPointer?.self)
      return reference.map { Unmanaged<Object>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Returns the former object; nil, without a change, if there is none or its offset is unknown.
    func exchange(for object: Object, in task: URLSessionTask) -> Object? {
      guard let offset else { return nil }
      let place = Unmanaged.passUnretained(task).toOpaque() + offset
      guard let old = place.load(as: UnsafeRawPointer?.self) else { return nil }
      place.storeBytes(
        of: Unmanaged.passRetained(object).toOpaque(), as: UnsafeMutableRawPointer.self)
      return Unmanaged<Object>.fromOpaque(old).takeRetainedValue()
    }
  }

  /// A task that is never started, of a session without a delegate.
  ///
  /// `TaskInternals` learns from it where tasks keep their properties, and a `BodyCarrier` poses as
  /// this task's protocol. A session enters a new task into its table asynchronously, so this task
  /// must be made before it is needed: `Interposition` does that before `main`.
  enum IdleTask {
    static let task = session.dataTask(with: placeholder)

    static let session: URLSession = {
      let configuration = URLSessionConfiguration.ephemeral
      configuration.protocolClasses = []
      configuration.urlCache = nil
      return URLSession(configuration: configuration)
    }()

    /// No other task's work queue runs at the same time, since all target one serial queue.
    static let workQueue = TaskInternals.workQueue(of: task) ?? DispatchQueue(label: "StubKit.work")

    static let placeholder = URLRequest(url: URL(filePath: "/"))
  }

  /// Keeps code that cancels an awaited task from waiting for the work queue.
  ///
  /// `cancel()` waits for the task's work queue, and a cancelled Swift task calls `cancel()` while
  /// it holds its own lock. The end of `data(for:)`, on the work queue, resumes the Swift task,
  /// which takes that lock, too. If a cancel and an end meet, they deadlock: all sessions stop.
  ///
  /// So an awaited task, once started, is cancelled, suspended and resumed on another queue, on
  /// which nothing ever waits. `startLoading` and `stopLoading` arrive there and go back to the
  /// work queue, and StubKit alone tells the client. Other tasks keep their queue: their end and
  /// its consequences lie on two queues, and a `resume()` in between would end the process.
  enum FreedTask {
    static let queue = DispatchQueue(label: "StubKit.freed")

    /// The queues of the tasks freed last: a thread that looked one up before may still enter it.
    private static let retired = Locked(Ring<DispatchQueue>())

    /// The task must not end in this turn of its work queue: a thread may wait there to cancel it.
    static func free(_ task: URLSessionTask) {
      guard TaskInternals.isAwaited(task),
        let old = TaskInternals.workQueueReference.exchange(for: queue, in: task)
      else { return }
      let forgotten = retired.withLock { retired in
        retired.append(old)
        return retired.count > 1_024 ? retired.popFirst() : nil
      }
      withExtendedLifetime(forgotten) {}
    }
  }
#endif
