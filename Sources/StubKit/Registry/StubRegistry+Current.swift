extension StubRegistry {
  /// The registry of the surrounding scope, if there is one.
  @TaskLocal static var scoped: StubRegistry?

  /// The registry that the surrounding code registers in: that of the scope or test, or `.shared`.
  public static var current: StubRegistry { scoped ?? shared }
}

extension StubRegistry {
  /// A registry for a new scope: what is not given is taken over from the surrounding scope.
  static func scope(
    unmatched: UnmatchedPolicy?, network: NetworkProfile?, clock: (any Clock<Duration>)?
  ) -> StubRegistry {
    StubRegistry(
      unmatched: unmatched ?? scoped?.unmatched ?? .fail, network: network ?? scoped?.network,
      clock: clock ?? scoped?.clock ?? ContinuousClock())
  }
}
