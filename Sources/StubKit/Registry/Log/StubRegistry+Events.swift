extension StubRegistry {
  /// Hears of what happens to this registry's requests, until the token is cancelled.
  ///
  /// Handlers are called one after the other on a queue of their own, before the request that the
  /// event is about goes on.
  public func onEvent(_ handler: @escaping @Sendable (StubEvent) -> Void) -> EventToken {
    events.add(handler)
  }
}
