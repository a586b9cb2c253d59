/// Whom a registry tells of issues, and what it has told.
struct Reporting {
  /// How many failures a registry tells of, and how many warnings; nobody reads more.
  private static let limit = 100

  /// The one that is told; nil if nobody wants to hear.
  var reporter: IssueReporter?
  /// Where the scope begins, for issues that have no place of their own.
  var place: StubLocation?
  /// The texts of the issues that were told and failed the test.
  private var told: Set<String> = []
  /// The texts of the warnings that were told: however many they are, they fail no test.
  private var warnings: Set<String> = []
  /// For what is being told right now, those who found the same meanwhile: if the test expects it where
  /// it is told, they are to tell it as well.
  private var waiting: [String: [Waiting]] = [:]
  /// For stubs, by the number of their rank, how many requests that failed the test came close to them.
  private(set) var explained: [UInt64: Int] = [:]

  /// Whether `verify()` has thrown what is wrong with the counts.
  var hasThrownCounts = false

  /// Somebody who has an issue to tell, and whom.
  typealias Waiting = (issue: StubIssue, reporter: IssueReporter)

  init(to reporter: IssueReporter? = nil, at place: StubLocation? = nil) {
    self.reporter = reporter
    self.place = place
  }

  /// Whether anything was told that failed the test.
  var hasFailures: Bool { !told.isEmpty }

  /// Whether an issue was told and failed the test.
  func hasTold(_ issue: StubIssue) -> Bool { hasTold(issue.text) }

  /// The same for what an issue says.
  func hasTold(_ text: String) -> Bool { told.contains(text) }

  /// Notes that an issue is to be told, and returns what becomes of it if it is not told again: each is
  /// told once.
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

  /// Notes what became of an issue that was told, and returns those who found the same meanwhile: unless
  /// the test has failed, what it expects here it may not expect there.
  mutating func end(_ issue: StubIssue, as reception: IssueReporter.Reception) -> [Waiting] {
    guard !issue.kind.isWarning else { return [] }
    if reception == .failed { noteFailure(issue) } else { told.remove(issue.text) }
    return waiting.removeValue(forKey: issue.text) ?? []
  }

  /// Notes that an issue has failed the test: that a stub was not asked, it may say as well.
  private mutating func noteFailure(_ issue: StubIssue) {
    if let stub = issue.meant { explained[stub, default: 0] += 1 }
  }

  /// Notes that a test has failed for an issue of the scope around.
  mutating func takeOver(_ issue: StubIssue) {
    told.insert(issue.text)
  }

  /// Forgets what has been told.
  mutating func forget() {
    (told, warnings, explained, hasThrownCounts) = ([], [], [:], false)
  }
}
