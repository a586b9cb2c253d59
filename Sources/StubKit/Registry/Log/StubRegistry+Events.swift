extension StubRegistry {
  /// Calls a handler whenever something happens to one of this registry's requests.
  ///
  /// ```swift
  /// registry.onEvent { event in print(event) }
  /// ```
  /// It is called until the token is cancelled, or the registry is reset. Who drops the token keeps the
  /// handler: it need be kept only by those who want to remove the handler. Handlers run one after the other on a queue of
  /// their own, before the request that the event is about goes on.
  @discardableResult
  public func onEvent(_ handler: @escaping @Sendable (StubEvent) -> Void) -> EventToken {
    defer { state.withLock { _ in noteUse() } }
    return events.add(handler)
  }
}
