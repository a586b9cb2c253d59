import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Each hop of a request is to be asked about.
struct Redirects: Experiment {
  let question = "What happens when a protocol says that it was redirected?"

  private final class Redirecting: ProbeProtocol {
    static let notes = Notes()

    private static func note(_ event: String, _ request: URLRequest?) {
      let body = request?.httpBody == nil ? "" : " with `httpBody`"
      let stream = request?.httpBodyStream == nil ? "" : " with `httpBodyStream`"
      notes.add("\(event) \(request?.url?.path ?? "nothing")\(body)\(stream)")
    }

    override class func canInit(with task: URLSessionTask) -> Bool {
      note("asked with the task", task.currentRequest)
      return true
    }

    override class func canInit(with request: URLRequest) -> Bool {
      note("asked", request)
      return true
    }

    override func startLoading() {
      Self.note("started", request)
      guard request.url?.path == "/old" else { return answer("there") }
      var next = Self.request("/new", "POST")
      next.httpBody = Data("body".utf8)
      let response = response(status: 307, headers: ["Location": "/new"])
      client?.urlProtocol(self, wasRedirectedTo: next, redirectResponse: response)
    }

    override func stopLoading() {
      Self.note("stopped", request)
    }
  }

  func answer() async -> String {
    #if canImport(FoundationNetworking)
      "saying so ends the process here"
    #else
      let ending = await Redirecting.session().ending(of: Redirecting.request("/old", "POST"))
      let events = Redirecting.notes.all.reduce(into: [String]()) { events, event in
        if events.last != event { events.append(event) }
      }
      return (events + [ending]).joined(separator: ", ")
    #endif
  }
}
