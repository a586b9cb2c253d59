#if os(Linux) || os(Android)
  import Foundation

  /// Called from C whenever a module of this process makes a configuration.
  @_cdecl("stubkit_configuration_was_made")
  func configurationWasMade(_ pointer: UnsafeMutableRawPointer) {
    let configuration = Unmanaged<URLSessionConfiguration>.fromOpaque(pointer).takeUnretainedValue()
    configuration.askStubKitFirst()
    // A cache that the user has set as the shared one is left alone.
    if configuration.urlCache !== URLCache.shared,
      let cache = QuietCache.inPlace(of: configuration.urlCache)
    {
      configuration.urlCache = cache
    }
  }

  /// Called from C before `main`, when no other thread can be using the shared session.
  @_cdecl("stubkit_install_on_shared_session")
  func installOnSharedSession() {
    // Only here can a live session's configuration be changed safely without the work queue.
    if let cache = QuietCache.inPlace(of: URLCache.shared) { URLCache.shared = cache }
    URLSession.shared.configuration.urlCache = URLCache.shared
    URLSession.shared.configuration.askStubKitFirst()
    _ = IdleTask.task
    _ = (TaskInternals.sessionReference, TaskInternals.workQueueReference)
  }
#endif
