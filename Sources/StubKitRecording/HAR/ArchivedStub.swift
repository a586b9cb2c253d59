import StubKit

/// A stub as an archive has it: a condition and what answers it.
struct ArchivedStub: Sendable {
  let condition: RequestMatcher
  let response: StubResponse
  /// The entries that it comes from: `entries[2]`.
  let place: String
  /// Whether other stubs answer with the same entries where a request is exactly theirs.
  let isSpare: Bool
}

/// The stubs of an archive, in the order in which they are to be registered.
struct ArchivedStubs: Sendable {
  private(set) var stubs: [ArchivedStub] = []
  /// What was left out, and why.
  private(set) var remarks: [String]

  init(remarks: [String] = []) {
    self.remarks = remarks
  }

  mutating func append(_ stub: ArchivedStub) {
    stubs.append(stub)
  }

  mutating func append(_ remark: String) {
    remarks.append(remark)
  }
}

extension ArchivedStubs: RandomAccessCollection {
  var startIndex: Int { stubs.startIndex }
  var endIndex: Int { stubs.endIndex }
  subscript(position: Int) -> ArchivedStub { stubs[position] }
}
