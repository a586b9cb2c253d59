#if canImport(FoundationNetworking)
  import CStubKit
  import Foundation

  /// The protocol class through which every session asks StubKit.
  ///
  /// You need not name it: `URLSession.shared` and each session made from `.default` or
  /// `.ephemeral` has it already. It can also be set by hand:
  ///
  /// ```swift
  /// let configuration = URLSessionConfiguration.ephemeral
  /// configuration.protocolClasses = [StubURLProtocol.self]
  /// ```
  public class StubURLProtocol: URLProtocol {
    // The loading system uses an instance from one queue at a time.

    /// Held from `resume()` on, since a session that is bound by name does not hold its registry.
    private let bound: RegistryFinder.Owner?
    /// Left by `canInit` for this request; its `transit` stops simulated time until the start.
    private lazy var handed = RegistryFinder.collect(askedBy: type(of: self), bound: bound)
    private var loading: Loading?
    /// Whether the Swift task that resumes the request was cancelled; unknown, and false, if the
    /// session first searches a cache that the user has set.
    private let isOfCancelledTask = Task.isCancelled
    /// The core on which the task was resumed, or on which a user's cache was searched since.
    private let core = stubkit_current_core()
    /// Set by a cancel before the start; the client must not be called any more.
    private var isStopped = false

    /// Whether the registry of the request's session or scope takes the request.
    override public class func canInit(with request: URLRequest) -> Bool {
      let use = ProcessUse.soFar
      if use.isDisjoint(with: .insteadOfShared), self == StubURLProtocol.self {
        // `.shared` is never released, and counting a reference takes a tenth of a decision.
        return !use.isEmpty && isOurs(request, of: .shared, on: .nothing)
      }
      let owner = RegistryFinder.find(askedBy: self, within: StubRegistry.scoped)
      guard let registry = owner.registry else {
        let isOurs = ScannedURL.leavesProcess(request.url)
        stubkit_note_ours(isOurs)
        return isOurs
      }
      let isInPlainTest = owner.grounds == .nothing && ForgottenScope.isInPlainTest
      return isOurs(request, of: registry, on: isInPlainTest ? .test : owner.grounds)
    }

    @inline(__always)
    private static func isOurs(
      _ request: URLRequest, of registry: StubRegistry, on grounds: RegistryFinder.Grounds
    ) -> Bool {
      // Foundation asks once per request here, so that a passing request can be noted.
      let isOurs = registry.isOurs(request, notingPass: true)
      stubkit_note_ours(isOurs)
      if isOurs {
        RegistryFinder.keep(registry, on: grounds, for: request)
      } else {
        grounds.notePassing(request, by: registry)
      }
      return isOurs
    }

    /// Returns the request unchanged.
    override public class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    /// Called by the loading system.
    public required init(
      request: URLRequest, cachedResponse: CachedURLResponse?, client: (any URLProtocolClient)?
    ) {
      bound = RegistryFinder.owner(boundTo: Self.self)
      // Cached responses are never used, so that a stub answers the second request, too.
      super.init(request: request, cachedResponse: nil, client: client)
    }

    /// Called by the loading system, also for every `resume()` after the first.
    override public func startLoading() {
      // Once started, an awaited task is resumed and stopped on another queue; see `FreedTask`.
      if let loading = published { return loading.resume() }
      guard let task else { return refuseWithoutTask() }
      // `data(for:)` resumes its request even in a cancelled Swift task, and then cancels it.
      let isAwaited = TaskInternals.isAwaited(task)
      let isDoomed = isAwaited && isOfCancelledTask
      let transit = isDoomed ? nil : handed.transit.take()
      // Foundation traps if the client of a completed task is called. Without a registry the
      // `Loading` calls the client at once; otherwise it checks the task itself.
      guard !isStopped, handed.owner.registry != nil || !isTooLate,
        let loading = Loading(of: self, answeredBy: handed.owner, reporter: handed.reporter.take())
      else { return }
      Self.publishing.withLock { _ in self.loading = loading }
      FreedTask.free(task)
      if !isAwaited { standAside() }
      if !isDoomed { loading.start(comingBy: transit) }
    }

    /// Yields if the thread that resumed the task ran on this core: that thread may cancel next.
    private func standAside() { if stubkit_current_core() == core { stubkit_yield() } }

    /// Called by the loading system for a cancelled task, and for a suspended one.
    override public func stopLoading() {
      guard let loading = published else {
        // The loading system tells the client itself; only what `canInit` left is released here.
        if isTooLate { (isStopped, handed.transit) = (true, nil) }
        return
      }
      loading.inContext { [task, transit = handed.transit.take()] passage in
        defer { withExtendedLifetime(transit) {} }
        switch task?.state {
        case .running:
          // The client has resumed the task since: a start follows, or has come before this stop.
          break
        case .suspended:
          passage.pause()
        default:
          passage.cancel()
        }
      }
    }

    private func refuseWithoutTask() {
      // If the client is nil, Foundation sets one of its own, which traps without a task.
      guard let client, "\(type(of: client))" != "_ProtocolClient" else { return }
      let error = URLError(
        .unsupportedURL,
        "This StubURLProtocol was made without a task. Make the request through a URLSession.",
        url: request.url)
      client.urlProtocol(self, didFailWithError: error)
    }

    /// Guards `loading`, because awaited tasks are started and stopped on different queues.
    private static let publishing = Locked(())

    private var published: Loading? { Self.publishing.withLock { _ in loading } }

    /// Whether the client must no longer be called; with a cache a cancel can come before the
    /// start.
    private var isTooLate: Bool { task?.state != .running && task?.state != .suspended }
  }
#endif
