import AppleObjectiveC
import Foundation
import FoundationNetworking

/// A request that a protocol performs: the client of its one instance, which judges every call.
final class ProtocolHop: NSObject, Hop, @unchecked Sendable {
  // Unchecked: what changes is behind the lock; the instance is used on the loading thread alone.

  private enum Phase {
    case made
    case loading
    case ended
    case stopped
  }

  private struct State {
    var phase = Phase.made
    var hasHead = false
    var hasRedirect = false
    var instance: URLProtocol?
  }

  private let loading: LoadingTask
  private let type: URLProtocol.Type
  private let state = Guarded(State())

  /// Makes an instance, where the classes are asked.
  init(_ type: URLProtocol.Type, for loading: LoadingTask) {
    self.type = type
    self.loading = loading
    super.init()
    let instance = type.init(task: loading.task, cachedResponse: nil, client: self)
    state.withLock { $0.instance = instance }
    loading.task.write("init")
  }

  func start() {
    LoadingSystem.thread.perform { [self] in
      let instance = state.withLock { state -> URLProtocol? in
        guard state.phase == .made else { return nil }
        state.phase = .loading
        return state.instance
      }
      guard let instance else { return }
      loading.task.write("startLoading")
      instance.startLoading()
    }
  }

  func refuseRedirect() {
    // What the instance says next is the answer.
  }

  /// Stops the instance, on its thread; one that was never started is let go.
  func stop() {
    LoadingSystem.thread.perform { [self] in
      let (phase, instance) = state.withLock { ($0.phase, $0.instance) }
      if phase == .loading || phase == .ended {
        loading.task.write("stopLoading")
        instance?.stopLoading()
      }
      state.withLock { state in
        state.phase = .stopped
        state.instance = nil
      }
    }
  }
}

extension ProtocolHop: URLProtocolClient {
  func urlProtocol(
    _ protocol: URLProtocol, wasRedirectedTo request: URLRequest, redirectResponse: URLResponse
  ) {
    let counts = judge("wasRedirectedTo", request.url?.absoluteString) { state in
      defer { state.hasRedirect = true }
      return state.hasRedirect ? .secondRedirect : state.hasHead ? .secondHead : nil
    }
    guard counts, let response = redirectResponse as? HTTPURLResponse else { return }
    loading.receive(.redirect(to: request, after: Self.plain(response)), from: self)
  }

  func urlProtocol(
    _ protocol: URLProtocol, cachedResponseIsValid cachedResponse: CachedURLResponse
  ) {
    // The double gives no cached response that could be valid.
  }

  func urlProtocol(
    _ protocol: URLProtocol, didReceive response: URLResponse,
    cacheStoragePolicy policy: URLCache.StoragePolicy
  ) {
    let status = (response as? HTTPURLResponse)?.statusCode
    let counts = judge("didReceive", status) { state in
      defer { state.hasHead = true }
      return state.hasHead ? .secondHead : nil
    }
    guard counts else { return }
    let response = (response as? HTTPURLResponse).map(Self.plain) ?? response
    loading.receive(.head(response), from: self)
  }

  func urlProtocol(_ protocol: URLProtocol, didLoad data: Data) {
    let counts = judge("didLoad", data.count) { $0.hasHead ? nil : .withoutHead }
    if counts { loading.receive(.data(data), from: self) }
  }

  func urlProtocolDidFinishLoading(_ protocol: URLProtocol) {
    let counts = judge("didFinishLoading") { state in
      defer { state.phase = .ended }
      return state.hasHead || state.hasRedirect ? nil : .withoutHead
    }
    if counts { end(.finished) }
  }

  func urlProtocol(_ protocol: URLProtocol, didFailWithError error: any Error) {
    let counts = judge("didFailWithError", (error as? URLError)?.errorCode) { state in
      state.phase = .ended
      return nil
    }
    if counts { end(.failed(error)) }
  }

  func urlProtocol(_ protocol: URLProtocol, didReceive challenge: URLAuthenticationChallenge) {
    let counts = judge("didReceiveChallenge") { _ in nil }
    guard counts else { return }
    loading.receive(
      .challenge(challenge) { disposition, credential in
        if disposition == .useCredential, let credential {
          challenge.sender?.use(credential, for: challenge)
        } else {
          challenge.sender?.continueWithoutCredential(for: challenge)
        }
      }, from: self)
  }

  func urlProtocol(_ protocol: URLProtocol, didCancel challenge: URLAuthenticationChallenge) {
    _ = judge("didCancelChallenge") { _ in nil }
  }

  /// The loading system stops an instance after every ending.
  private func end(_ event: LoadingEvent) {
    loading.receive(event, from: self)
    stop()
  }

  /// Notes a call and what is wrong with it, and returns whether it counts at all.
  private func judge(
    _ call: String, _ detail: Any? = nil, _ rule: (inout State) -> Violation.Kind?
  ) -> Bool {
    loading.task.write(detail.map { "\(call) \($0)" } ?? call)
    if !LoadingSystem.thread.isCurrent { loading.task.note(.offTheThread, in: call, by: type) }
    let (kind, counts): (Violation.Kind?, Bool) = state.withLock { state in
      switch state.phase {
      case .made: (.beforeTheStart, false)
      case .loading: (rule(&state), true)
      case .ended: (.afterTheEnd, false)
      case .stopped: (.afterTheStop, false)
      }
    }
    if let kind { loading.task.note(kind, in: call, by: type) }
    return counts
  }

  /// A response as it arrives: a subclass does not survive the way to the app.
  private static func plain(_ response: HTTPURLResponse) -> HTTPURLResponse {
    guard Swift.type(of: response) != HTTPURLResponse.self, let url = response.url else {
      return response
    }
    let fields = response.allHeaderFields.map { ("\($0.key)", "\($0.value)") }
    return HTTPURLResponse(
      url: url, statusCode: response.statusCode, httpVersion: "HTTP/1.1",
      headerFields: Dictionary(fields) { first, _ in first }) ?? response
  }
}
