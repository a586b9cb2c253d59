import Testing

@testable import StubKit
@testable import StubKitRecording

struct RecordingModeTests {
  static let rows: [(String?, [RecordingMode])] = [
    // What becomes of once, rewrite, append and never.
    (nil, [.once, .rewrite, .append, .never]),
    ("", [.once, .rewrite, .append, .never]),
    ("0", [.once, .rewrite, .append, .never]),
    ("1", [.rewrite, .rewrite, .rewrite, .never]),
    ("TRUE", [.rewrite, .rewrite, .rewrite, .never]),
    ("append", [.append, .append, .append, .never]),
    ("compare", [.compare, .compare, .compare, .never]),
    ("never", [.never, .never, .never, .never]),
    ("once", [.once, .once, .once, .never]),
  ]

  @Test(arguments: rows)
  func `the environment overrides every mode but never`(
    value: String?, modes: [RecordingMode]
  ) throws {
    let environment = value.map { ["STUBKIT_RECORD": $0] } ?? [:]
    let given: [RecordingMode] = [.once, .rewrite, .append, .never]
    #expect(try given.map { try $0.overridden(by: environment) } == modes)
  }

  @Test func `a value that means nothing is an error`() {
    let error = #expect(throws: ArchiveError.self) {
      try RecordingMode.once.overridden(by: ["STUBKIT_RECORD": "al\"l"])
    }
    #expect(
      error?.description
        == #"STUBKIT_RECORD is "al\"l": expected 1, 0, once, rewrite, append, never or compare"#)
  }
}
