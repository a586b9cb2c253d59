import CPlatformProbe
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A task knows its session, by a getter that is not public.
struct PrivateSession: Experiment {
  let question = "Does a task respond to `session`, with its session?"

  func answer() async -> String {
    let session = ProbeProtocol.session()
    let tasks: [(String, URLSessionTask)] = [
      ("a data task", session.dataTask(with: ProbeProtocol.request())),
      (
        "an upload task",
        session.uploadTask(with: ProbeProtocol.request(), from: Data("up".utf8))
      ),
      ("a download task", session.downloadTask(with: ProbeProtocol.request())),
    ]
    defer { session.invalidateAndCancel() }
    return tasks.map { name, task in
      let task = Unmanaged.passUnretained(task).toOpaque()
      guard probe_responds(task, "session") else { return "\(name): no" }
      let isIt = probe_object(task, "session") == Unmanaged.passUnretained(session).toOpaque()
      return "\(name): \(isIt ? "yes" : "with something else")"
    }.joined(separator: "; ")
  }
}
