import AppleObjectiveC
import ObjectiveCRuntime

/// Declares the classes to the runtime when it is first asked, which may be before `main`.
@_cdecl("objective_c_declare_classes")
func declareClasses() {
  MethodTables.declare(
    URLSessionConfiguration.self, named: "NSURLSessionConfiguration",
    classMethods: [
      "defaultSessionConfiguration": { _, _ in .autoreleased(URLSessionConfiguration.onDisk()) },
      "ephemeralSessionConfiguration": { _, _ in
        .autoreleased(URLSessionConfiguration.inMemory())
      },
    ])
  MethodTables.declare(URLSession.self, named: "NSURLSession")
  MethodTables.declare(
    URLSessionTask.self, named: "NSURLSessionTask",
    methods: [
      "resume": { receiver, _ in
        URLSessionTask.at(receiver).noteResume()
        return nil
      },
      "session": { receiver, _ in
        Unmanaged.passUnretained(URLSessionTask.at(receiver).session).toOpaque()
      },
    ])
  // As in CFNetwork, a class in the middle has a method of its own that calls the one above.
  MethodTables.declare(
    LocalSessionTask.self, named: "__NSCFLocalSessionTask",
    methods: [
      "resume": { receiver, _ in
        URLSessionTask.resumeMessage.sendToSuper(of: LocalSessionTask.self, receiver)
        URLSessionTask.at(receiver).startIfNeeded()
        return nil
      }
    ])
  MethodTables.declare(URLSessionDataTask.self, named: "__NSCFLocalDataTask")
  MethodTables.declare(URLSessionUploadTask.self, named: "__NSCFLocalUploadTask")
  MethodTables.declare(URLSessionDownloadTask.self, named: "__NSCFLocalDownloadTask")
  MethodTables.declare(URLSessionWebSocketTask.self, named: "__NSURLSessionWebSocketTask")
}

extension URLSessionTask {
  /// The task that a method of the runtime is called on.
  fileprivate static func at(_ receiver: UnsafeMutableRawPointer) -> URLSessionTask {
    Unmanaged<URLSessionTask>.fromOpaque(receiver).takeUnretainedValue()
  }
}

extension UnsafeMutableRawPointer {
  /// An object as a method returns it: the caller does not own it, and has it until it is done.
  fileprivate static func autoreleased(_ object: AnyObject) -> UnsafeMutableRawPointer {
    AutoreleasePool.add(object)
    return Unmanaged.passUnretained(object).toOpaque()
  }
}
