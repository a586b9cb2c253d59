#if canImport(FoundationNetworking)
  import Dispatch
  import Foundation
  import FoundationNetworking

  /// The session, the work queue and the upload body of a task, which its public interface does not tell.
  ///
  /// The fact: `session`, `workQueue` and `knownBody` are internal to FoundationNetworking and can be read
  /// with `Mirror`. A property that is not there any more reads as nil.
  enum TaskInternals {
    static func session(of task: URLSessionTask) -> URLSession? {
      sessionReference.object(in: task)
    }

    /// Returns the serial queue on which a task's protocol is called and must call its client.
    static func workQueue(of task: URLSessionTask) -> DispatchQueue? {
      workQueueReference.object(in: task)
    }

    /// Returns the place of an upload's body that is not in its request.
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
      case let data as DispatchData: return .data(Data(data))
      case let file as URL: return .file(file)
      case let stream as InputStream: return .stream(stream)
      default: return .delegate
      }
    }

    /// Whether a Swift task does nothing but await the end of a task.
    ///
    /// The handler is then called by the code that ends the task, and not on the delegate queue.
    static func isAwaited(_ task: URLSessionTask) -> Bool {
      inlineHandlerFlag.value(in: task)
    }

    static let inlineHandlerFlag = StoredFlag("_callCompletionHandlerInline")
    static let sessionReference = StoredReference<URLSession>(
      "session", comparing: IdleTask.pair)
    static let workQueueReference = StoredReference<DispatchQueue>(
      "workQueue", comparing: IdleTask.pair)

    static func reflect(_ name: String, in task: URLSessionTask) -> Any? {
      var mirror: Mirror? = Mirror(reflecting: task)
      while let current = mirror, current.subjectType != URLSessionTask.self {
        mirror = current.superclassMirror
      }
      return mirror?.children.first { $0.label == name }?.value
    }
  }

  extension Data {
    fileprivate init(_ dispatchData: DispatchData) {
      // Asking empty dispatch data for its bytes traps.
      guard !dispatchData.isEmpty else {
        self.init()
        return
      }
      self = dispatchData.withUnsafeBytes { (bytes: UnsafePointer<UInt8>) in
        Data(bytes: bytes, count: dispatchData.count)
      }
    }
  }
#endif
