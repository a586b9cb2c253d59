/// Bodies that no client gets, because the status of the response allows none.
extension StubRegistry {
  /// Returns the remark on a response that loses its body; nil if the test has heard it.
  func remark(on reply: Reply, of stub: Stub) -> StubIssue? {
    let remarked = associatedObjects.object(RemarkedStubs.self) { RemarkedStubs() }
    guard let body = reply.droppedBody, remarked.insert(stub.rank.number) else { return nil }
    let status = reply.head.status
    let size = body.length.map { " of \($0) \($0 == 1 ? "byte" : "bytes")" } ?? ""
    return StubIssue(
      kind: .remark,
      text:
        "The response of \(stub.title) has the status \(status) and a body\(size), of which the "
        + "client gets nothing: a \(status) has no body. Give it a status that has one, such as 200, or "
        + "leave the body out: .status(\(status))",
      location: stub.location)
  }

  /// The stubs, by number, that the test was told of.
  private final class RemarkedStubs: AssociatedObjects.Resettable, Sendable {
    private let numbers = Locked<Set<UInt64>>([])

    func insert(_ number: UInt64) -> Bool {
      numbers.withLock { $0.insert(number).inserted }
    }

    func reset() {
      numbers.withLock { $0 = [] }
    }
  }
}
