#if canImport(ObjectiveC)
  import Dispatch
  import Foundation
  import ObjectiveC

  /// What StubKit knows of a task, kept with the task for as long as it exists.
  ///
  /// The fact: the loading system asks about a request on threads of its own, several times, and
  /// makes the instance later still. The caller's task-locals are gone by then; only `resume()` runs
  /// on the caller's thread. What all of them see is the task.
  final class TaskMark: Sendable {
    private struct State {
      /// The registry of the scope in which the task was resumed.
      var scope: StubRegistry?
      /// Who tells a test of what goes wrong in that scope.
      var reporter: IssueReporter?
      /// Whether the task was resumed by a test without a scope.
      var isOfPlainTest = false
      /// The simulated time of that scope stands still until the next load starts.
      var way: WayIn?
      /// Who was asked last and said that the request is ours.
      var answering: RegistryFinder.Owner?
      /// Whether a redirect leads to another request of the task.
      var isRedirected = false
      /// Which one, if that can be told.
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

    /// The way to the next load, which starts now, or never.
    func takeWay() -> WayIn? {
      state.withLock { $0.way.take() }
    }

    /// Has the simulated time of the scope wait for the next load, but not for long: a task that is cancelled
    /// before it starts has none.
    ///
    /// - Parameter request: What is loaded, if a test is told should it come too late.
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

    /// The registry of the scope in which the task was resumed, until the task is over.
    private var scope: StubRegistry? { state.withLock(\.scope) }

    /// Finds the registry of the task's request.
    func owner(askedBy type: StubURLProtocol.Type) -> RegistryFinder.Owner {
      let (scope, isOfPlainTest) = state.withLock { ($0.scope, $0.isOfPlainTest) }
      var owner = RegistryFinder.find(askedBy: type, within: scope)
      if owner.grounds == .nothing, isOfPlainTest { owner.grounds = .test }
      return owner
    }

    /// Who tells a test of what goes wrong, if the scope's registry answers; what another one's closures
    /// record is the test's as well.
    func reporter(for owner: RegistryFinder.Owner) -> IssueReporter? {
      guard let registry = owner.registry else { return nil }
      let (scope, reporter) = state.withLock { ($0.scope, $0.reporter) }
      return scope === registry ? reporter : registry.reporter ?? reporter?.telling(nil)
    }

    /// Whoever said that the task's request is ours answers it, even if that has changed since.
    var answering: RegistryFinder.Owner? {
      get { state.withLock(\.answering) }
      set {
        // What it replaces may be the last reference to a registry: it ends outside of the lock.
        _ = state.withLock { state in
          defer { state.answering = newValue }
          return state.answering
        }
      }
    }

    /// Notes which redirect leads to the task's next request.
    func noteRedirect(from origin: String?) {
      state.withLock { ($0.isRedirected, $0.origin) = (true, origin) }
      expectLoad()
    }

    /// Which redirect led to the request that is loaded now, for the report if no stub matches it.
    func takeOrigin() -> String? {
      state.withLock { state in
        state.isRedirected = false
        return state.origin.take()
      }
    }

    /// Lets go of the registries once a load is over, so that a task which somebody keeps keeps none.
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

    /// Whether a request that passes has not been noted yet; it is asked about several times.
    func isFirstToPass(_ request: URLRequest) -> Bool {
      state.withLock { state in
        guard state.passing != request.url else { return false }
        state.passing = request.url
        return true
      }
    }
  }

  extension TaskMark {
    /// Notes in which scope a task is resumed; the first time counts.
    static func note(_ task: URLSessionTask) {
      // A task that runs has been asked about.
      guard task.state == .suspended else { return }
      let scope = StubRegistry.scoped
      let reporter = scope?.reporterForRequest() ?? RunningTest.reporterForRequest
      let isOfPlainTest = scope == nil && ForgottenScope.isInPlainTest
      // Outside of every scope and test there is nothing to note.
      guard scope != nil || reporter != nil || isOfPlainTest else { return }
      mark(of: task) { TaskMark(scope: scope, reporter: reporter, isOfPlainTest: isOfPlainTest) }
        .expectLoad(of: reporter == nil ? nil : task.currentRequest)
    }

    /// The mark of a task, made without a scope if there is none yet.
    static func of(_ task: URLSessionTask) -> TaskMark {
      mark(of: task) { TaskMark(scope: nil) }
    }

    private static func mark(of task: URLSessionTask, orMake make: () -> TaskMark) -> TaskMark {
      making.withLock { _ in
        if let mark = objc_getAssociatedObject(task, key) as? TaskMark { return mark }
        let mark = make()
        objc_setAssociatedObject(task, key, mark, .OBJC_ASSOCIATION_RETAIN)
        return mark
      }
    }

    /// Held while a mark is looked for and made, so that a task has one.
    private static let making = Locked(())
    /// Its address names the mark among all that is associated with a task; it is never followed.
    nonisolated(unsafe) private static let key = UnsafeRawPointer(
      UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1))
  }
#endif
