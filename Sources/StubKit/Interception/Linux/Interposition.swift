#if os(Linux)
  import Foundation
  import FoundationNetworking

  /// Called from C whenever a module of this process makes a configuration.
  @_cdecl("stubkit_configuration_was_made")
  func configurationWasMade(_ pointer: UnsafeMutableRawPointer) {
    Unmanaged<URLSessionConfiguration>.fromOpaque(pointer).takeUnretainedValue().askStubKitFirst()
  }

  /// Called from C before `main`, when no other thread can be using the shared session.
  @_cdecl("stubkit_install_on_shared_session")
  func installOnSharedSession() {
    // A live session's configuration can be changed here, which no later moment would be safe for.
    URLSession.shared.configuration.askStubKitFirst()
    _ = IdleTask.task
    _ = (TaskInternals.sessionReference, TaskInternals.workQueueReference)
  }
#endif
