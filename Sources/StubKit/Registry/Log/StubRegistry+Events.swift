extension StubRegistry {
  /// Calls a handler whenever something happens to one of this registry's requests.
  ///
  /// It is called until the token is cancelled. Handlers run one after the other on a queue of
  /// their own, before the request that the event is about goes on.
  public func onEvent(_ handler: @escaping @Sendable (StubEvent) -> Void) -> EventToken {
    defer { state.withLock { _ in noteUse() } }
    return events.add(handler)
  }
}
