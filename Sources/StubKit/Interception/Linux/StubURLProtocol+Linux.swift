#if canImport(FoundationNetworking)
  import CStubKit
  import Dispatch
  import Foundation

  /// The protocol class through which every session asks StubKit.
  ///
  /// You need not name it: `URLSession.shared` and each session made from `.default` or
  /// `.ephemeral` has it already. It can be set by hand as well, the way every tutorial does it:
  ///
  /// ```swift
  /// let configuration = URLSessionConfiguration.ephemeral
  /// configuration.protocolClasses = [StubURLProtocol.self]
  /// ```
  public class StubURLProtocol: URLProtocol {
    // The loading system uses an instance from one queue at a time.

    /// The registry that took the request in `canInit`; its way holds simulated time until the start.
    private var handed = ScopeHandover.Handed(owner: .init(registry: .shared))
    private var loading: Loading?
    /// Whether a user made the instance by hand: the loading system sets the client later.
    private let isByHand: Bool
    /// Whether it was made in a cancelled Swift task: an instance is made where its task is resumed, unless
    /// the session first searches a cache that the user has set.
    private let isOfCancelledTask = Task.isCancelled
    /// When it was made: for most tasks just before they are resumed.
    private let birth = DispatchTime.now()
    /// Whether the task was cancelled before its start; its client must not be called any more.
    private var isStopped = false

    /// Whether a request belongs to the registry that the session, its task or its scope leads to.
    override public class func canInit(with request: URLRequest) -> Bool {
      if ProcessUse.soFar.isEmpty, self == StubURLProtocol.self { return false }
      var owner = RegistryFinder.find(askedBy: self, within: StubRegistry.scoped)
      guard let registry = owner.registry else { return !ServedPorts.contain(request.url) }
      if owner.grounds == .nothing, ForgottenScope.isInPlainTest { owner.grounds = .test }
      // Foundation asks once per request here, so a request that passes can be noted.
      let isOurs = registry.isOurs(request, notingPass: true)
      QuietCache.note(request, isOurs: isOurs)
      if isOurs {
        RegistryFinder.keep(registry, on: owner.grounds, for: request)
      } else {
        owner.grounds.notePassing(request, by: registry)
      }
      return isOurs
    }

    /// Returns the request unchanged.
    override public class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    /// Called by the loading system.
    public required init(
      request: URLRequest, cachedResponse: CachedURLResponse?, client: (any URLProtocolClient)?
    ) {
      isByHand = client != nil
      // Cached responses are never used, so that a stub answers the second request, too.
      super.init(request: request, cachedResponse: nil, client: client)
      handed = RegistryFinder.collect(for: request, askedBy: type(of: self))
    }

    /// Called by the loading system, also for every `resume()` after the first.
    override public func startLoading() {
      // Once started, a task is resumed and stopped on another queue; see `FreedTask`.
      if let loading = published { return loading.resume() }
      if isByHand, task == nil { return refuseWithoutTask() }
      // `data(for:)` resumes its request even in a cancelled Swift task, and then cancels it.
      let isAwaited = task.map(TaskInternals.isAwaited) == true
      let isDoomed = isAwaited && isOfCancelledTask
      let way = isDoomed ? nil : handed.way.take()
      // Foundation traps if the client of a completed task is called, as would happen without a registry; a
      // `Loading` checks the task itself.
      guard !isStopped, let task, handed.owner.registry != nil || !isTooLate,
        let loading = Loading(
          of: self, answeredBy: handed.owner, reporter: handed.reporter.take())
      else { return }
      Self.publishing.withLock { _ in self.loading = loading }
      FreedTask.free(task)
      if !isAwaited { standAside() }
      if !isDoomed { loading.start(comingBy: way) }
    }

    /// Lets the thread that resumed the task go on, since that thread may cancel the task next.
    ///
    /// The fact: the thread that starts a task often displaces the one that resumed it, and answers first.
    private func standAside() {
      let end = birth + .microseconds(20)
      repeat { stubkit_yield() } while DispatchTime.now() < end
    }

    /// Called by the loading system for a cancelled task, and for a suspended one.
    override public func stopLoading() {
      guard let loading = published else {
        // The loading system tells the client itself.
        if isTooLate { isStopped = true }
        return
      }
      loading.inContext { [task, way = handed.way.take()] passage in
        defer { withExtendedLifetime(way) {} }
        switch task?.state {
        case .running:
          // Suspended and resumed since: a start follows, or has come before this stop.
          break
        case .suspended:
          passage.pause()
        default:
          passage.cancel()
        }
      }
    }

    /// Fails at once, since without a task nothing would ever answer.
    private func refuseWithoutTask() {
      let error = URLError(
        .unsupportedURL,
        "A StubURLProtocol answers the tasks of a session, and this one was made without a task. Make "
          + "the request through a URLSession.",
        url: request.url)
      client?.urlProtocol(self, didFailWithError: error)
    }

    /// Held while `loading` is set or read: a freed task is started and stopped on different queues.
    private static let publishing = Locked(())

    private var published: Loading? { Self.publishing.withLock { _ in loading } }

    /// Whether the task is complete, or about to be, so that its client must not be called.
    ///
    /// With a cache in the session a cancel can come before the start that it cancels.
    private var isTooLate: Bool {
      switch task?.state {
      case .running, .suspended: false
      default: true
      }
    }
  }
#endif
