import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The requests of a scope that are still under way when it ends, or never came in.
///
/// A test that forgets an `await` ends before its request comes in.
struct RequestsOnTheirWay {
  private let requests: [StubRequest]
  /// Whether the registry was asked nothing at all.
  private let isSilent: Bool

  init(to registry: StubRegistry, seen exchanges: [StubExchange]) {
    let (requests, isSilent) = registry.state.withLock { state in
      (Array(state.onTheirWay.values), state.log.nextID == 0 && state.lost.isEmpty)
    }
    self.requests = requests.map { StubRequest($0) }
    self.isSilent = isSilent && requests.isEmpty && exchanges.isEmpty
  }

  /// The requests that a stub may be meant for, whose bodies are not known yet.
  func requests(for stub: Stub) -> [StubRequest] {
    requests.filter { request in
      RequestProbe.examining(request.urlRequest, body: .inRequest, sight: .glance) {
        stub.condition.verdict(on: $0) != .no
      }
    }
  }

  /// Returns the remark on a stub that was asked too seldom.
  func remark(on stub: Stub) -> String? {
    guard !isSilent else {
      return """
        No request came through URLSession here: the client may be another one (libcurl, NIO, a WebSocket, \
        sockets of its own), its session bound to another registry, or a task is not awaited that makes it.
        """
    }
    guard let first = requests(for: stub).first else { return nil }
    return """
      \(first) is still under way: `await` what makes it, or wait for it with `waitForRequests()`.
      """
  }
}
