extension StubRegistry {
  /// Throws an error that shows what came the wrong way round, if stubs were not asked in an order.
  ///
  /// ```swift
  /// try registry.verify(order: login, list, detail)
  /// ```
  /// Each of them has to be asked, and every request to one has to come before every request to the
  /// next. What is asked besides does not matter. Requests that were in flight together have no order;
  /// strictly, each has to be over before the next one begins.
  ///
  /// A stub that stands in the order several times has to be asked as often: its first request is meant
  /// where it stands first, and so on.
  ///
  /// - Parameters:
  ///   - stubs: The stubs, in the order in which they are to be asked.
  ///   - strictly: Whether requests that were in flight together are in the wrong order, too.
  /// - Throws: `StubOrderError`.
  public func verify(order stubs: Stub..., strictly: Bool = false) throws {
    if let stranger = stubs.first(where: { !$0.belongs(to: state) }) {
      throw StubOrderError(
        "\(stranger.title.capitalizedFirst) is not one of this registry's stubs: only what was asked of "
          + "one registry has an order.")
    }
    let order = state.withLock { state in
      StubOrder(
        stubs: stubs, counts: stubs.map(state.claimCount(of:)), exchanges: state.log.exchanges,
        firstID: state.log.firstID)
    }
    if let complaint = order.complaint { throw StubOrderError(complaint) }
    guard let (first, second) = OrderCheck(order.calls, strictly: strictly).fault else { return }
    throw StubOrderError(order.text(of: first, and: second, under: secrecy))
  }
}
