#if os(Linux) || os(Android)
  import Foundation

  /// Called from C when a module other than Foundation's own makes a configuration.
  @_cdecl("stubkit_configuration_was_made")
  func configurationWasMade(_ pointer: UnsafeMutableRawPointer) {
    let configuration = Unmanaged<URLSessionConfiguration>.fromOpaque(pointer).takeUnretainedValue()
    configuration.askStubKitFirst()
    // The shared cache was replaced before `main`, or is the user's own.
    if configuration.urlCache !== URLCache.shared,
      let cache = QuietCache.inPlace(of: configuration.urlCache)
    {
      configuration.urlCache = cache
    }
  }

  /// Called from C before `main`: no thread uses the shared session yet, so that its configuration
  /// can be changed off the work queue.
  @_cdecl("stubkit_install_on_shared_session")
  func installOnSharedSession() {
    if let cache = QuietCache.inPlace(of: URLCache.shared) { URLCache.shared = cache }
    URLSession.shared.configuration.urlCache = URLCache.shared
    URLSession.shared.configuration.askStubKitFirst()
    _ = IdleTask.task
    _ = (TaskInternals.sessionReference, TaskInternals.workQueueReference)
  }
#endif
