#if canImport(ObjectiveC)
  import Foundation
  import ObjectiveC

  /// What StubKit knows of a task, kept with the task for as long as it exists.
  ///
  /// The fact: the loading system asks about a request on threads of its own, several times, and
  /// makes the instance later still. The caller's task-locals are gone by then; only `resume()` runs
  /// on the caller's thread. What all of them see is the task.
  final class TaskMark: Sendable {
    private struct State {
      /// Who was asked last and said that the request is ours.
      var answering: StubRegistry?
      /// Which redirect led to the task's present request.
      var origin: String?
      /// The address of the last request that was noted to pass.
      var passing: URL?
    }

    /// The registry of the scope in which the task was resumed.
    let scope: StubRegistry?
    private let state = Locked(State())

    private init(scope: StubRegistry?) {
      self.scope = scope
    }

    /// Whoever said that the task's request is ours answers it, even if that has changed since.
    var answering: StubRegistry? {
      get { state.withLock(\.answering) }
      set {
        // What it replaces may be the last reference to a registry: it ends outside of the lock.
        _ = state.withLock { state in
          defer { state.answering = newValue }
          return state.answering
        }
      }
    }

    /// Which redirect led to the task's present request, for the report if no stub matches it.
    var origin: String? {
      get { state.withLock(\.origin) }
      set { state.withLock { $0.origin = newValue } }
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
      // Outside of every scope there is nothing to note, and a task that runs has been asked about.
      guard let scope = StubRegistry.scoped, task.state == .suspended else { return }
      _ = mark(of: task) { TaskMark(scope: scope) }
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
