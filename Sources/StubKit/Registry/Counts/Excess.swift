/// The first request too many that a stub was asked for.
///
/// It says what is to be said of the stub, and does not hold it, which may have been removed since.
struct Excess: Sendable {
  /// The stub as the heading of a report.
  let title: String
  let location: StubLocation
  let expected: StubCount
  let request: StubRequest
  /// What the test is told of it when it comes; nil if nobody wants to hear.
  var toldText: String?

  /// Notes the request for which a stub is claimed; nil if it is not the first one too many.
  ///
  /// - Parameter turn: Which use of the stub it is, from 0.
  init?(of stub: Stub, turn: Int, request: StubRequest) {
    guard turn == stub.expected.most, !stub.isMiscounted else { return nil }
    title = stub.title
    location = stub.location
    expected = stub.expected
    self.request = request
  }
}
