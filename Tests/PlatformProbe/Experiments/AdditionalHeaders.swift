import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a session adds to each request matters to whoever looks at headers.
struct AdditionalHeaders: Experiment {
  let question = "Are a session's additional headers in the request that a protocol sees?"

  private final class Looking: ProbeProtocol {
    static let notes = Notes()

    private static func note(_ place: String, _ request: URLRequest?) {
      let isThere = request?.value(forHTTPHeaderField: "X-Probe") != nil
      notes.add("\(place): \(String.yes(isThere))")
    }

    override class func canInit(with request: URLRequest) -> Bool {
      note("asked", request)
      return true
    }

    override func startLoading() {
      Self.note("started", request)
      Self.note("`currentRequest` of the task", task?.currentRequest)
      super.startLoading()
    }
  }

  func answer() async -> String {
    let session = Looking.session { $0.httpAdditionalHeaders = ["X-Probe": "yes"] }
    _ = await session.ending(of: Looking.request())
    return Looking.notes.distinct.joined(separator: "; ")
  }
}
