#if canImport(FoundationNetworking)
  import Dispatch
  import Foundation
  import FoundationNetworking

  /// What a task knows and does not tell: its session, its work queue and its upload body.
  ///
  /// The fact: `session`, `workQueue` and `knownBody` are internal to FoundationNetworking and can
  /// be read with `Mirror`. Finding a property by its name costs 20 µs, so that its place is found
  /// once; reading it by place costs 1 to 2 µs. A property that is not there any more reads as nil.
  enum TaskInternals {
    /// The session that a task belongs to; nil once the task has completed.
    static func session(of task: URLSessionTask) -> URLSession? {
      sessionPlace?.value(in: task) as? URLSession
    }

    /// The serial queue on which a task's protocol is called and must call its client.
    static func workQueue(of task: URLSessionTask) -> DispatchQueue? {
      workQueuePlace?.value(in: task) as? DispatchQueue
    }

    /// The body that an upload task was made with.
    static func body(of task: URLSessionTask) -> RequestBody? {
      guard let stored = bodyPlace?.value(in: task),
        let known = Mirror(reflecting: stored).children.first
      else { return nil }
      // The optional's payload is an enum: `.data(DispatchData)`, `.file(URL)`, `.stream(…)`.
      guard let payload = Mirror(reflecting: known.value).children.first?.value else {
        return RequestBody.none
      }
      switch payload {
      case let data as DispatchData: return .data(Data(data))
      case let file as URL: return .file(file)
      case let stream as InputStream: return .stream(stream)
      default: return nil
      }
    }

    private static let sessionPlace = Place("session")
    private static let workQueuePlace = Place("workQueue")
    private static let bodyPlace = Place("knownBody")

    /// Where a stored property of `URLSessionTask` stands among the properties of its class.
    private struct Place: Sendable {
      private let offset: Int

      init?(_ name: String) {
        // Any task will do, since the properties are those of the superclass.
        let task = IdleTask.task
        guard let mirror = Self.mirror(of: task),
          let offset = mirror.children.enumerated().first(where: { $0.element.label == name })
        else { return nil }
        self.offset = offset.offset
      }

      func value(in task: URLSessionTask) -> Any? {
        guard let children = Self.mirror(of: task)?.children else { return nil }
        return children[children.index(children.startIndex, offsetBy: offset)].value
      }

      /// The mirror of the part of a task that every task has.
      private static func mirror(of task: URLSessionTask) -> Mirror? {
        var mirror: Mirror? = Mirror(reflecting: task)
        while let current = mirror, current.subjectType != URLSessionTask.self {
          mirror = current.superclassMirror
        }
        return mirror
      }
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
