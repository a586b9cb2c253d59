/// The first excess request of a stub, which may have been removed since.
struct Excess: Sendable {
  let title: String
  let location: StubLocation
  let expected: StubCount
  let request: StubRequest
  /// The text that the test was told when the request came; nil if there is no reporter.
  var toldText: String?

  /// Nil if the request is not the first excess one; `turn` counts the stub's uses from 0.
  init?(of stub: Stub, turn: Int, request: StubRequest) {
    guard turn == stub.expected.most, !stub.isMiscounted else { return nil }
    title = stub.title
    location = stub.location
    expected = stub.expected
    self.request = request
  }
}

extension StubIssue {
  /// `count` is the number of the stub's requests in all, once it is known.
  init(about excess: Excess, outOf count: Int? = nil) {
    let isUnwanted = excess.expected.most == 0
    let number = "number \(excess.expected.most + 1)"
    let which =
      count.map { "\($0) came; \(isUnwanted ? "the first" : number) was " }
      ?? "this is \(isUnwanted ? "one" : number): "
    self.init(
      kind: .tooMany,
      text: "\(excess.title.capitalizedFirst) expected \(excess.expected.phrase), and "
        + "\(which)\(excess.request)",
      location: excess.location)
  }

  /// `late` requests are still under way; `remarks` are the reasons that the log shows.
  package init(about stub: Stub, askedOnly count: Int, late: Int = 0, remarks: [String]) {
    let underWay = late == 0 ? "" : ", and \(late) \(late == 1 ? "is" : "are") still under way"
    let came = (count == 0 ? "none came" : "\(count) came") + underWay
    let text =
      stub.expected.isUsual
      ? "was never used" + underWay : "expected \(stub.expected.phrase), and \(came)"
    self.init(
      kind: stub.expected.isUsual ? .unused : .tooFew,
      text: (["\(stub.title.capitalizedFirst) \(text): \(stub.conditionInShort)"] + remarks)
        .joined(separator: "\n  → "),
      location: stub.location)
  }
}
