extension StubRegistry {
  /// Throws an error that shows what came the wrong way round, if stubs were not asked in an order.
  ///
  /// ```swift
  /// try registry.verify(order: login, list, detail)
  /// ```
  /// Each of them has to be asked, and every request to one has to come before every request to the
  /// next. What is asked besides does not matter. The order is that in which the requests were made;
  /// strictly, each has to be over as well before the next one is made.
  ///
  /// A stub that stands in the order several times has to be asked as often: its first request is meant
  /// where it stands first, and so on.
  ///
  /// - Parameters:
  ///   - stubs: The stubs, in the order in which they are to be asked.
  ///   - strictly: Whether requests that were in flight together are in the wrong order, too.
  /// - Throws: `StubOrderError`, which names the line of this call.
  public func verify(
    order stubs: Stub..., strictly: Bool = false, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) throws {
    guard let fault = fault(in: stubs, strictly: strictly) else { return }
    throw StubOrderError(
      fault, at: StubLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Returns what is wrong with the order in which stubs were asked; nil if nothing is.
  private func fault(in stubs: [Stub], strictly: Bool) -> String? {
    if let stranger = stubs.first(where: { !$0.belongs(to: state) }) {
      return
        "\(stranger.title.capitalizedFirst) is not one of this registry's stubs: only what was "
        + "asked of one registry has an order."
    }
    let order = state.withLock { state in
      StubOrder(
        stubs: stubs, counts: stubs.map(state.claimCount(of:)), exchanges: state.log.exchanges,
        firstID: state.log.firstID)
    }
    if let complaint = order.complaint { return complaint }
    guard let (first, second) = OrderCheck(order.calls, strictly: strictly).fault else {
      return nil
    }
    let text = saying { order.text(of: first, and: second) }
    return cleaner(of: order.exchanges)?.clean(text) ?? text
  }
}
