import AppleFoundation
import Testing

/// What the double's sessions do with a protocol, whoever wrote it.
struct SessionTests {
  /// Redirects once, says what else there is to say, and ends.
  final class Redirecting: URLProtocol {
    override class func canInit(with request: URLRequest) -> Bool { true }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startLoading() {
      guard let here = request.url else { return }
      let isOld = here.path == "/old"
      guard
        let response = HTTPURLResponse(
          url: here, statusCode: isOld ? 302 : 200, httpVersion: nil, headerFields: nil)
      else { return }
      if isOld {
        client?.urlProtocol(
          self, wasRedirectedTo: redirected(to: "/new"), redirectResponse: response)
      }
      client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
      client?.urlProtocol(self, didLoad: Data(here.path.utf8))
      client?.urlProtocolDidFinishLoading(self)
    }

    override func stopLoading() {}

    private func redirected(to path: String) -> URLRequest {
      URLRequest(url: url("https://session.test\(path)"))
    }
  }

  /// Never answers.
  final class Silent: URLProtocol {
    override class func canInit(with request: URLRequest) -> Bool { true }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startLoading() {}

    override func stopLoading() {}
  }

  @Test(arguments: [true, false])
  func `what comes after a redirect counts only if it is refused`(isFollowed: Bool) async {
    let loaded = await Loaded(
      RecordingDelegate { isFollowed ? $0 : nil }, configuration: .asking(Redirecting.self)
    ) {
      $0.dataTask(with: url("https://session.test/old"))
    }
    #expect(loaded.text == (isFollowed ? "/new" : "/old"))
    #expect(loaded.record.responses.map(\.statusCode) == [isFollowed ? 200 : 302])
    #expect(loaded.record.completions.count == 1)
    #expect(loaded.task.currentRequest?.url?.path == (isFollowed ? "/new" : "/old"))
    #expect(loaded.task.originalRequest?.url?.path == "/old")
    #expect(loaded.task.violations.isEmpty)
  }

  @Test func `a cancelled task is stopped and ends with an error`() async {
    let delegate = RecordingDelegate()
    let session = URLSession(
      configuration: .asking(Silent.self), delegate: delegate, delegateQueue: nil)
    let task = session.dataTask(with: url("https://session.test/silent"))
    task.resume()
    while !task.transcript.contains("startLoading") { await Task.yield() }
    task.suspend()
    task.cancel()
    let record = await delegate.outcome
    await LoadingSystem.settle()
    #expect(record.completions.map { ($0 as? URLError)?.code } == [.cancelled])
    #expect(task.transcript == ["init", "startLoading", "stopLoading"])
    session.finishTasksAndInvalidate()
  }

  @Test func `a download is handed over as a file that is gone afterwards`() async throws {
    let session = URLSession(configuration: .asking(Redirecting.self))
    let (text, file) = await withCheckedContinuation { continuation in
      session.downloadTask(with: url("https://session.test/new")) { file, _, _ in
        let text = file.flatMap { try? String(contentsOf: $0, encoding: .utf8) }
        continuation.resume(returning: (text, file))
      }.resume()
    }
    #expect(text == "/new")
    let path = try #require(file?.path)
    session.finishTasksAndInvalidate()
    while FileManager.default.fileExists(atPath: path) { await Task.yield() }
  }

  @Test func `a session keeps its delegate until it is invalidated`() async throws {
    let traces = Traces()
    let session = URLSession(
      configuration: .asking(Redirecting.self), delegate: noted(RecordingDelegate(), traces),
      delegateQueue: nil)
    #expect(session.delegate != nil)
    session.finishTasksAndInvalidate()
    #expect(session.delegate == nil)
    try await traces.vanish()
  }

  private func noted(_ delegate: RecordingDelegate, _ traces: Traces) -> RecordingDelegate {
    traces.note(delegate)
    return delegate
  }
}
