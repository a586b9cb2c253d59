#if os(Linux)
  /// Called from C whenever a module of this process makes a default or ephemeral configuration.
  @_cdecl("stubkit_configuration_was_made")
  func configurationWasMade(_ configuration: UnsafeMutableRawPointer) {
  }

  /// Called from C before `main`.
  @_cdecl("stubkit_install_on_shared_session")
  func installOnSharedSession() {
  }
#endif
