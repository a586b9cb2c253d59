#if canImport(ObjectiveC)
  import Dispatch
  import Foundation
  import ObjectiveC

  /// What StubKit knows of a task, kept for as long as the task exists.
  ///
  /// The loading system asks about a request several times, on its own threads, and makes the
  /// `StubURLProtocol` even later. Only `resume()` runs on the caller's thread, so the caller's
  /// task-locals are noted there.
  final class TaskMark: Sendable {
    private struct State {
      var scope: StubRegistry?
      var reporter: IssueReporter?
      /// Whether the task was resumed by a test without a scope.
      var isOfPlainTest = false
      /// Stops the scope's simulated time until the next load starts.
      var transit: Transit?
      var answering: RegistryFinder.Owner?
      var isRedirected = false
      var origin: String?
      var passing: URL?
    }

    private let state: Locked<State>

    private init(
      scope: StubRegistry?, reporter: IssueReporter? = nil, isOfPlainTest: Bool = false
    ) { state = Locked(State(scope: scope, reporter: reporter, isOfPlainTest: isOfPlainTest)) }

    func takeTransit() -> Transit? { state.withLock { $0.transit.take() } }

    /// Stops simulated time until the next load, but not for long: a cancelled task never loads.
    ///
    /// With a `request`, a test that ends before the decision on the request is told of it.
    private func expectLoad(of request: URLRequest? = nil) {
      guard let scope else { return }
      let transit: Transit
      if let request {
        transit = Transit(of: request, to: scope)
      } else if let rest = scope.rest {
        transit = Transit(noticedBy: rest)
      } else {
        return
      }
      _ = state.withLock { state in
        defer { state.transit = transit }
        return state.transit
      }
      guard scope.rest != nil else { return }
      DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(10)) {
        [weak self, weak transit] in
        guard let self, let transit else { return }
        _ = self.state.withLock { $0.transit === transit ? $0.transit.take() : nil }
      }
    }

    private var scope: StubRegistry? { state.withLock(\.scope) }

    func owner(askedBy type: StubURLProtocol.Type) -> RegistryFinder.Owner {
      let (scope, isOfPlainTest) = state.withLock { ($0.scope, $0.isOfPlainTest) }
      var owner = RegistryFinder.find(askedBy: type, within: scope)
      if owner.grounds == .nothing, isOfPlainTest { owner.grounds = .test }
      return owner
    }

    /// A registry other than the scope's uses its own reporter; if it has none, its closures run
    /// in the test's surroundings, but the test is told nothing.
    func reporter(for owner: RegistryFinder.Owner) -> IssueReporter? {
      guard let registry = owner.registry else { return nil }
      let (scope, reporter) = state.withLock { ($0.scope, $0.reporter) }
      return scope === registry ? reporter : registry.reporter ?? reporter?.telling(nil)
    }

    /// The registry that took the task's request, and answers it even if another would by now.
    var answering: RegistryFinder.Owner? {
      get { state.withLock(\.answering) }
      set {
        // The old value may be the last reference to a registry, so it ends outside of the lock.
        _ = state.withLock { state in
          defer { state.answering = newValue }
          return state.answering
        }
      }
    }

    func noteRedirect(from origin: String?) {
      state.withLock { ($0.isRedirected, $0.origin) = (true, origin) }
      expectLoad()
    }

    func takeOrigin() -> String? {
      state.withLock { state in
        state.isRedirected = false
        return state.origin.take()
      }
    }

    /// Releases the registries after a load, so that a task that lives on does not keep them alive.
    ///
    /// A redirected task keeps its scope, because the loading system asks about the task again.
    func letGo() {
      _ = state.withLock { state in
        defer {
          (state.answering, state.transit) = (nil, state.isRedirected ? state.transit : nil)
          if !state.isRedirected { (state.scope, state.reporter) = (nil, nil) }
        }
        return (state.answering, state.scope, state.reporter, state.transit)
      }
    }

    /// Notes a request that goes to the network; false if the loading system asks about it again.
    func isFirstToPass(_ request: URLRequest) -> Bool {
      state.withLock { state in
        guard state.passing != request.url else { return false }
        state.passing = request.url
        return true
      }
    }
  }

  extension TaskMark {
    /// Notes the scope in which a task is resumed; the first time counts.
    static func note(_ task: URLSessionTask) {
      // The loading system has asked about a running task already.
      guard task.state == .suspended else { return }
      let scope = StubRegistry.scoped
      let reporter =
        scope?.reporterForRequest() ?? (TestingLibrary.known?.reporterForRequest()).withinClosures
      let isOfPlainTest = scope == nil && ForgottenScope.isInPlainTest
      guard scope != nil || reporter != nil || isOfPlainTest else { return }
      mark(of: task) { TaskMark(scope: scope, reporter: reporter, isOfPlainTest: isOfPlainTest) }
        .expectLoad(of: reporter == nil ? nil : task.currentRequest)
    }

    static func of(_ task: URLSessionTask) -> TaskMark { mark(of: task) { TaskMark(scope: nil) } }

    private static func mark(of task: URLSessionTask, orMake make: () -> TaskMark) -> TaskMark {
      making.withLock { _ in
        if let mark = objc_getAssociatedObject(task, key) as? TaskMark { return mark }
        let mark = make()
        objc_setAssociatedObject(task, key, mark, .OBJC_ASSOCIATION_RETAIN)
        return mark
      }
    }

    /// Held while a mark is looked up or made, so that a task has only one.
    private static let making = Locked(())
    /// The key of the mark among the task's associated objects; only its address counts.
    nonisolated(unsafe) private static let key = UnsafeRawPointer(
      UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1))
  }
#endif
