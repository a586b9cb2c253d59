import Testing

/// What a test may have to know of the platform that it runs on.
enum Platform {
  /// Whether Foundation is the one of Linux, in which a protocol has more to do, and may do less.
  static var isLinux: Bool {
    #if canImport(FoundationNetworking)
      true
    #else
      false
    #endif
  }
}

extension Trait where Self == ConditionTrait {
  /// Skips a test on Apple's platforms, where something else holds: the reason says what.
  static func onlyOnLinux(_ reason: Comment) -> Self {
    .enabled(if: Platform.isLinux, reason)
  }

  /// Skips a test on Linux, where something else holds: the reason says what.
  static func onlyOnApplePlatforms(_ reason: Comment) -> Self {
    .enabled(if: !Platform.isLinux, reason)
  }
}
