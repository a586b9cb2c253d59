#if canImport(ObjectiveC)
  public import Foundation

  /// The protocol class through which every session asks StubKit.
  ///
  /// You need not name it: `URLSession.shared` and each session made from `.default` or
  /// `.ephemeral` has it already. You can also set it by hand:
  ///
  /// ```swift
  /// let configuration = URLSessionConfiguration.ephemeral
  /// configuration.protocolClasses = [StubURLProtocol.self]
  /// ```
  public class StubURLProtocol: URLProtocol {
    // The loading system uses an instance from one thread at a time.

    private var loading: Loading?

    /// Whether the registry of the task's session or scope takes the task's request.
    override public class func canInit(with task: URLSessionTask) -> Bool {
      // A WebSocket begins with an http request; taking that request would break the socket.
      guard !(task is URLSessionWebSocketTask), let request = task.currentRequest else {
        return false
      }
      let mark = TaskMark.of(task)
      let owner = mark.owner(askedBy: self)
      guard let registry = owner.registry else { return ScannedURL.leavesProcess(request.url) }
      if isOurs(request, of: registry) {
        mark.answering = owner
        return true
      }
      withExtendedLifetime(mark.takeTransit()) {}
      if mark.isFirstToPass(request), !ServedPorts.contain(request.url) {
        registry.notePassing(request)
        owner.grounds.notePassing(request, by: registry)
      }
      return false
    }

    /// Whether a registry takes a request whose task is not known.
    override public class func canInit(with request: URLRequest) -> Bool {
      let owner = RegistryFinder.find(askedBy: self, within: StubRegistry.scoped)
      return owner.registry.map { isOurs(request, of: $0) } ?? ScannedURL.leavesProcess(request.url)
    }

    private static func isOurs(_ request: URLRequest, of registry: StubRegistry) -> Bool {
      !isWebSocketHandshake(request) && registry.isOurs(request)
    }

    private static func isWebSocketHandshake(_ request: URLRequest) -> Bool {
      request.value(forHTTPHeaderField: "Upgrade")?.equalsIgnoringASCIICase("websocket") ?? false
    }

    /// Returns the request unchanged.
    override public class func canonicalRequest(for request: URLRequest) -> URLRequest {
      request
    }

    /// Starts the answer; called by the loading system.
    override public func startLoading() {
      let (owner, mark) = (owner, task.map(TaskMark.of))
      let transit = mark?.takeTransit()
      loading = Loading(
        of: self, answeredBy: owner, reporter: mark?.reporter(for: owner),
        origin: mark?.takeOrigin())
      loading?.start(comingBy: transit)
    }

    /// Stops the answer; called by the loading system after every end, and for a cancelled task.
    override public func stopLoading() {
      loading?.cancel()
      if let task { TaskMark.of(task).letGo() }
    }

    /// The registry that took the request in `canInit`, and why.
    private var owner: RegistryFinder.Owner {
      guard let mark = task.map(TaskMark.of) else {
        return RegistryFinder.find(askedBy: type(of: self), within: nil)
      }
      return mark.answering ?? mark.owner(askedBy: type(of: self))
    }
  }
#endif
