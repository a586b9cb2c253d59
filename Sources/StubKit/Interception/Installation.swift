/// Makes sure that sessions ask StubKit, on platforms where nothing has done so before `main`.
enum Installation {
  /// Installs StubKit, once per process.
  static func ensure() {
    #if canImport(ObjectiveC)
      AppleInstallation.once
    #endif
  }
}
