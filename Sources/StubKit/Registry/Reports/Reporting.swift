/// The reporter of a registry, and what it has told.
struct Reporting {
  /// The largest number of failures, and of warnings, that a registry tells.
  private static let limit = 100

  /// Nil if there is nobody to tell.
  var reporter: IssueReporter?
  /// Where the scope begins, for issues without a place of their own.
  var place: StubLocation?
  /// The texts of the issues that were told and failed the test.
  private var told: Set<String> = []
  /// The texts of the warnings that were told, which fail no test.
  private var warnings: Set<String> = []
  /// The threads that found an issue while another was telling it: if the test expects it there, they have
  /// to tell it, too.
  private var waiting: [String: [Waiting]] = [:]
  /// For each stub, by the number of its rank, how many failed requests came close to it.
  private(set) var explained: [UInt64: Int] = [:]

  /// Whether `verify()` has thrown the miscounts.
  var hasThrownCounts = false

  /// An issue to tell, with its reporter.
  typealias Waiting = (issue: StubIssue, reporter: IssueReporter)

  init(to reporter: IssueReporter? = nil, at place: StubLocation? = nil) {
    self.reporter = reporter
    self.place = place
  }

  var hasFailures: Bool { !told.isEmpty }

  func hasTold(_ issue: StubIssue) -> Bool { hasTold(issue.text) }

  func hasTold(_ text: String) -> Bool { told.contains(text) }

  /// Notes that an issue is being told, and returns the result for one that is not told again.
  mutating func begin(
    _ issue: StubIssue, to reporter: IssueReporter
  ) -> IssueReporter.Reception? {
    if issue.kind.isWarning {
      let isNew = warnings.count < Self.limit && warnings.insert(issue.text).inserted
      return isNew ? nil : warnings.contains(issue.text) ? .heard : .dropped
    }
    if told.count < Self.limit, told.insert(issue.text).inserted {
      waiting[issue.text] = waiting[issue.text] ?? []
      return nil
    }
    guard hasTold(issue) else { return .dropped }
    waiting[issue.text]?.append((issue, reporter))
    noteFailure(issue)
    return .failed
  }

  /// Notes the result of telling an issue, and returns those who found it meanwhile and have to tell it:
  /// the test may expect it at one place and not at another.
  mutating func end(_ issue: StubIssue, as reception: IssueReporter.Reception) -> [Waiting] {
    guard !issue.kind.isWarning else { return [] }
    if reception == .failed { noteFailure(issue) } else { told.remove(issue.text) }
    return waiting.removeValue(forKey: issue.text) ?? []
  }

  /// Notes a failure, which also explains why a stub was not asked.
  private mutating func noteFailure(_ issue: StubIssue) {
    if let stub = issue.meant { explained[stub, default: 0] += 1 }
  }

  /// Notes that a test has failed for an issue of the scope around.
  mutating func takeOver(_ issue: StubIssue) {
    told.insert(issue.text)
  }

  mutating func forget() {
    (told, warnings, explained, hasThrownCounts) = ([], [], [:], false)
  }
}
