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
  /// For stubs, by the number of their rank, how many requests that failed the test came close to them.
  private(set) var explained: [UInt64: Int] = [:]

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

  /// Notes that an issue has failed the test: that a stub was not asked, it may say as well.
  mutating func noteFailure(_ issue: StubIssue) {
    if let stub = issue.meant { explained[stub, default: 0] += 1 }
  }

  /// Notes that an issue is being told, and returns whether it is still to be: each is once.
  mutating func note(_ issue: StubIssue) -> Bool {
    issue.kind.isWarning
      ? warnings.count < Self.limit && warnings.insert(issue.text).inserted
      : told.count < Self.limit && told.insert(issue.text).inserted
  }

  /// What becomes of an issue that is not to be told any more.
  mutating func reception(ofUntold issue: StubIssue) -> IssueReporter.Reception {
    if warnings.contains(issue.text) { return .heard }
    guard hasTold(issue) else { return .dropped }
    noteFailure(issue)
    return .failed
  }

  /// Notes that a test has failed for an issue of the scope around.
  mutating func takeOver(_ issue: StubIssue) {
    told.insert(issue.text)
  }

  /// Forgets an issue that has not failed the test, since the test expected it.
  mutating func forget(_ issue: StubIssue) {
    told.remove(issue.text)
  }

  /// Forgets what has been told.
  mutating func forget() {
    (told, warnings, explained) = ([], [], [:])
  }
}
