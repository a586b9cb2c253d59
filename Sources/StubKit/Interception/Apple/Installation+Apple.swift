#if canImport(ObjectiveC)
  import CStubKit
  import Foundation

  /// Makes every session ask StubKit, and records the scope in which each task is resumed.
  ///
  /// The fact: a session copies its configuration when it is made, so that anything installed later misses
  /// it. A C constructor is the only code of a Swift package that runs before `main`. The class that is
  /// registered serves `URLSession.shared`, the exchanged getters every other session.
  enum Installation {
    static func ensure() {
      // The call also refers to the C file, which a static archive would otherwise drop.
      _ = once
    }

    /// Makes a session ask a protocol class, although its configuration has already been copied.
    static func attach(_ type: StubURLProtocol.Type, to session: URLSession) -> Bool { false }

    private static let once: Void = {
      URLProtocol.registerClass(StubURLProtocol.self)
      stubkit_exchange_getters()
      exchangeResume()
    }()

    /// Exchanges `resume` in this platform's task classes, which can only be found through a task.
    private static func exchangeResume() {
      let session = URLSession(configuration: .ephemeral)
      let task = session.dataTask(with: URL(filePath: "/"))
      stubkit_exchange_resume(Unmanaged.passUnretained(task).toOpaque())
      task.cancel()
      session.finishTasksAndInvalidate()
    }
  }

  /// Called from C before `main`.
  @_cdecl("stubkit_install_before_main")
  func installBeforeMain() { Installation.ensure() }

  /// Called from C for each default or ephemeral configuration that is made.
  @_cdecl("stubkit_configuration_was_made")
  func configurationWasMade(_ pointer: UnsafeMutableRawPointer) {
    Unmanaged<URLSessionConfiguration>.fromOpaque(pointer).takeUnretainedValue().askStubKitFirst()
  }

  /// Called from C on the thread that resumes a task, before the task hears of it.
  @_cdecl("stubkit_task_resumes")
  func taskResumes(_ pointer: UnsafeMutableRawPointer) {
    TaskMark.note(Unmanaged<URLSessionTask>.fromOpaque(pointer).takeUnretainedValue())
  }
#endif
