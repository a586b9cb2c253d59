#if canImport(ObjectiveC)
  import CStubKit
  import Foundation

  /// Makes every session ask StubKit, and records the scope in which each task is resumed.
  ///
  /// A session copies its configuration when it is made, so this must run before any session
  /// exists: in a Swift package, only a C constructor runs before `main`. The registered class
  /// serves `URLSession.shared`, and the exchanged getters serve every other session.
  enum Installation {
    static func ensure() {
      // This also keeps the C file: a linker drops a file of a static archive that nothing uses.
      _ = once
    }

    /// Always false: on this platform a session's configuration cannot be changed any more.
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

  @_cdecl("stubkit_install_before_main")
  func installBeforeMain() { Installation.ensure() }

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
