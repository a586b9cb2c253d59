import StubKit

struct ArchivedStub: Sendable {
  let condition: RequestMatcher
  let response: StubResponse
  /// For example `entries[2]`.
  let place: String
  let isSpare: Bool
}

/// The stubs of an archive, in the order in which they have to be registered.
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
