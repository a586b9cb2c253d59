import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A body can be matched only if it can be found.
struct RequestBodies: Experiment {
  let question = "Where is the body of a request, when it is asked about and when it is loaded?"

  private final class Looking: ProbeProtocol {
    static let notes = Notes()

    private static func note(_ place: String, _ request: URLRequest) {
      let body = request.httpBody == nil ? "" : "`httpBody`"
      let stream = request.httpBodyStream == nil ? "" : "`httpBodyStream`"
      notes.add("\(place) \(body + stream == "" ? "nowhere" : body + stream)")
    }

    override class func canInit(with request: URLRequest) -> Bool {
      note("asked", request)
      return true
    }

    override func startLoading() {
      Self.note("loaded", request)
      super.startLoading()
    }
  }

  private final class Streaming: NSObject, URLSessionTaskDelegate {
    let asked = Notes()

    func urlSession(
      _ session: URLSession, task: URLSessionTask,
      needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) {
      asked.add("asked")
      completionHandler(InputStream(data: Data("body".utf8)))
    }
  }

  func answer() async throws -> String {
    let body = Data("body".utf8)
    let file = FileManager.default.temporaryDirectory.appending(path: "probe-\(UUID().uuidString)")
    try body.write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    var withBody = Looking.request("/", "POST")
    withBody.httpBody = body
    var withStream = Looking.request("/", "POST")
    withStream.httpBodyStream = InputStream(data: body)
    let bare = Looking.request("/", "POST")
    let streaming = Streaming()
    let session = Looking.session(delegate: streaming)

    let answers = [
      await seen("a data task with `httpBody`", session.dataTask(with: withBody)),
      await seen("a data task with `httpBodyStream`", session.dataTask(with: withStream)),
      await seen("an upload of data", session.uploadTask(with: bare, from: body)),
      await seen("an upload of a file", session.uploadTask(with: bare, fromFile: file)),
      await seen("a streamed upload", session.uploadTask(withStreamedRequest: bare)),
    ]
    session.invalidateAndCancel()
    let times = "its delegate is asked for the stream \(streaming.asked.all.count) times"
    return (answers + [times]).joined(separator: "; ")
  }

  private func seen(_ name: String, _ task: URLSessionTask) async -> String {
    let before = Looking.notes.all.count
    task.resume()
    await Looking.notes.wait(for: before + 2, atMost: .seconds(2))
    // It may be asked about more often than once.
    while Looking.notes.all.last?.hasPrefix("loaded") == false,
      await Looking.notes.wait(for: Looking.notes.all.count + 1, atMost: .seconds(1))
    {}
    let seen = Looking.notes.all.dropFirst(before).reduce(into: [String]()) { seen, note in
      if !seen.contains(note) { seen.append(note) }
    }
    return "\(name): \(seen.joined(separator: ", "))"
  }
}
