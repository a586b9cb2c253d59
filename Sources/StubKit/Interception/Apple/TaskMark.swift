#if canImport(ObjectiveC)
  import Dispatch
  import Foundation
  import ObjectiveC

  /// What StubKit knows of a task, kept with the task for as long as it exists.
  ///
  /// The fact: the loading system asks about a request several times, on threads of its own, and makes the
  /// instance later still. The caller's task-locals are gone by then; only `resume()` runs on the caller's
  /// thread. The task is the one thing that is there at each of these places.
  final class TaskMark: Sendable {
    private struct State {
      /// The registry of the scope in which the task was resumed.
      var scope: StubRegistry?
      var reporter: IssueReporter?
      /// Whether the task was resumed by a test without a scope.
      var isOfPlainTest = false
      /// Holds the simulated time of that scope until the next load starts.
      var way: WayIn?
      var answering: RegistryFinder.Owner?
      var isRedirected = false
      var origin: String?
      /// The address of the last request that was noted to pass.
      var passing: URL?
    }

    private let state: Locked<State>

    private init(
      scope: StubRegistry?, reporter: IssueReporter? = nil, isOfPlainTest: Bool = false
    ) {
      state = Locked(State(scope: scope, reporter: reporter, isOfPlainTest: isOfPlainTest))
    }

    /// Takes the `WayIn` of the next load, which starts now or never.
    func takeWay() -> WayIn? { state.withLock { $0.way.take() } }

    /// Holds the scope's simulated time until the next load, but not for long: a cancelled task never loads.
    ///
    /// The test is told if the load of `request` comes too late.
    private func expectLoad(of request: URLRequest? = nil) {
      guard let scope else { return }
      let way: WayIn
      if let request {
        way = WayIn(of: request, to: scope)
      } else if let rest = scope.rest {
        way = WayIn(noticedBy: rest)
      } else {
        return
      }
      _ = state.withLock { state in
        defer { state.way = way }
        return state.way
      }
      guard scope.rest != nil else { return }
      DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(10)) { [weak self, weak way] in
        guard let self, let way else { return }
        _ = self.state.withLock { $0.way === way ? $0.way.take() : nil }
      }
    }

    private var scope: StubRegistry? { state.withLock(\.scope) }

    func owner(askedBy type: StubURLProtocol.Type) -> RegistryFinder.Owner {
      let (scope, isOfPlainTest) = state.withLock { ($0.scope, $0.isOfPlainTest) }
      var owner = RegistryFinder.find(askedBy: type, within: scope)
      if owner.grounds == .nothing, isOfPlainTest { owner.grounds = .test }
      return owner
    }

    /// The test's reporter, whichever registry answers: any registry's closures record for the test.
    func reporter(for owner: RegistryFinder.Owner) -> IssueReporter? {
      guard let registry = owner.registry else { return nil }
      let (scope, reporter) = state.withLock { ($0.scope, $0.reporter) }
      return scope === registry ? reporter : registry.reporter ?? reporter?.telling(nil)
    }

    /// The registry that took the task's request, and answers it even if another would take it by now.
    var answering: RegistryFinder.Owner? {
      get { state.withLock(\.answering) }
      set {
        // The old value may be the last reference to a registry, which must not end inside the lock.
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

    /// Releases the registries once a load is over, so that a task that lives on does not keep them alive.
    ///
    /// A task that was redirected is asked about again, and still needs its scope.
    func letGo() {
      _ = state.withLock { state in
        defer {
          (state.answering, state.way) = (nil, state.isRedirected ? state.way : nil)
          if !state.isRedirected { (state.scope, state.reporter) = (nil, nil) }
        }
        return (state.answering, state.scope, state.reporter, state.way)
      }
    }

    /// Whether a passing request has not been noted yet; the loading system asks about it several times.
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
      // A running task has been asked about already.
      guard task.state == .suspended else { return }
      let scope = StubRegistry.scoped
      let reporter = scope?.reporterForRequest() ?? TestingLibrary.current.reporterForRequest()
      let isOfPlainTest = scope == nil && ForgottenScope.isInPlainTest
      // Outside of every scope and test there is nothing to note.
      guard scope != nil || reporter != nil || isOfPlainTest else { return }
      mark(of: task) { TaskMark(scope: scope, reporter: reporter, isOfPlainTest: isOfPlainTest) }
        .expectLoad(of: reporter == nil ? nil : task.currentRequest)
    }

    /// Returns the mark of a task, and makes one without a scope if there is none yet.
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
    /// The key of the mark among the task's associated objects; its address is never followed.
    nonisolated(unsafe) private static let key = UnsafeRawPointer(
      UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1))
  }
#endif
