import StubKit

extension StubRegistry {
  func tell(remarks: [String], on file: String, at location: StubLocation?) {
    for remark in remarks.shortened(to: 20, { "… and \($0) more remarks" }) {
      let text = "\(file): \(remark)".withVisibleControls
      tell(StubIssue(kind: .remark, text: text, location: location))
    }
  }
}
