#if os(Linux)
  import Foundation
  import FoundationNetworking

  /// Called from C whenever a module of this process makes a configuration.
  @_cdecl("stubkit_configuration_was_made")
  func configurationWasMade(_ pointer: UnsafeMutableRawPointer) {
    let configuration = Unmanaged<URLSessionConfiguration>.fromOpaque(pointer).takeUnretainedValue()
    configuration.askStubKitFirst()
    // The shared one is as somebody wants it to be.
    if configuration.urlCache !== URLCache.shared,
      let cache = QuietCache.inPlace(of: configuration.urlCache)
    {
      configuration.urlCache = cache
    }
  }

  /// Called from C before `main`, when no other thread can be using the shared session.
  @_cdecl("stubkit_install_on_shared_session")
  func installOnSharedSession() {
    // A live session's configuration can be changed here, which no later moment would be safe for.
    if let cache = QuietCache.inPlace(of: URLCache.shared) { URLCache.shared = cache }
    URLSession.shared.configuration.urlCache = URLCache.shared
    URLSession.shared.configuration.askStubKitFirst()
    _ = IdleTask.task
    _ = (TaskInternals.sessionReference, TaskInternals.workQueueReference)
  }
#endif
