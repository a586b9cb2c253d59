import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A delegate that refuses a redirect wants the response that led there.
struct RefusedRedirects: Experiment {
  let question = "How does a task end whose delegate refuses a redirect?"

  private final class Silent: ProbeProtocol {
    override func startLoading() {
      redirect()
    }
  }

  private final class Answering: ProbeProtocol {
    override func startLoading() {
      redirect()
      answer("moved", status: 302, headers: ["Location": "/new"])
    }
  }

  private final class Refusing: NSObject, URLSessionTaskDelegate {
    func urlSession(
      _ session: URLSession, task: URLSessionTask,
      willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
      completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
      completionHandler(nil)
    }
  }

  func answer() async -> String {
    #if canImport(FoundationNetworking)
      "saying so ends the process here"
    #else
      let answering = await Answering.session(delegate: Refusing()).ending(of: Answering.request())
      let silent = await Silent.session(delegate: Refusing())
        .ending(of: Silent.request(), within: .seconds(2))
      return "where the protocol goes on with the response: \(answering); else: \(silent)"
    #endif
  }
}

extension ProbeProtocol {
  /// Says that the request was redirected, and no more.
  fileprivate func redirect() {
    client?.urlProtocol(
      self, wasRedirectedTo: Self.request("/new"),
      redirectResponse: response(status: 302, headers: ["Location": "/new"]))
  }
}
