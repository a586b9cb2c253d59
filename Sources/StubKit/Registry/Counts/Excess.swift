/// The first excess request of a stub; the stub may have been removed since.
struct Excess: Sendable {
  let title: String
  let location: StubLocation
  let expected: StubCount
  let request: StubRequest
  /// The text that the test was told when the request came; nil without a reporter.
  var toldText: String?

  /// Nil unless the request is the stub's first excess one; `turn` counts the uses from 0.
  init?(of stub: Stub, turn: Int, request: StubRequest) {
    guard turn == stub.expected.most, !stub.isMiscounted else { return nil }
    title = stub.title
    location = stub.location
    expected = stub.expected
    self.request = request
  }
}

extension StubIssue {
  init(about excess: Excess, outOf count: Int? = nil) {
    let isUnwanted = excess.expected.most == 0
    let number = "number \(excess.expected.most + 1)"
    let which =
      count.map { "\($0) came; \(isUnwanted ? "the first" : number) was " }
      ?? "this is \(isUnwanted ? "one" : number): "
    self.init(
      kind: .tooMany,
      text: "\(excess.title.capitalizedFirst) expected \(excess.expected.phrase), and "
        + "\(which)\(excess.request)", location: excess.location)
  }

  init?(aboutEmptyCountOf stub: Stub, _ missed: String?) {
    guard let remark = missed ?? stub.condition.expression.hint else { return nil }
    let text = "\(stub.title.capitalizedFirst) expected \(stub.expected.phrase), and none came"
    let cause = missed == nil ? ", perhaps only because of its condition" : " to it"
    self.init(
      kind: .remark, text: text + "\(cause): \(stub.conditionInShort)\n  → \(remark)",
      location: stub.location)
  }

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
