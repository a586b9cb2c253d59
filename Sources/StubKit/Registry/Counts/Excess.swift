/// The first excess request of a stub.
///
/// It holds what is reported of the stub, not the stub, which may have been removed since.
struct Excess: Sendable {
  /// The stub as the heading of a report.
  let title: String
  let location: StubLocation
  let expected: StubCount
  let request: StubRequest
  /// The text that the test was told when the request came; nil if there is no reporter.
  var toldText: String?

  /// Notes the request for which a stub is claimed; nil if it is not the first excess request.
  ///
  /// - Parameter turn: The number of the use of the stub, from 0.
  init?(of stub: Stub, turn: Int, request: StubRequest) {
    guard turn == stub.expected.most, !stub.isMiscounted else { return nil }
    title = stub.title
    location = stub.location
    expected = stub.expected
    self.request = request
  }
}
