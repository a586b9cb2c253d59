/// Whom a registry tells of issues, and what it has told.
struct Reporting {
  /// How many issues a registry tells of; nobody reads more.
  private static let limit = 100

  /// The one that is told; nil if nobody wants to hear.
  var reporter: IssueReporter?
  /// Where the scope begins, for issues that have no place of their own.
  var place: StubLocation?
  /// The texts of the issues that were told and failed the test.
  private var told: Set<String> = []

  init(to reporter: IssueReporter? = nil, at place: StubLocation? = nil) {
    self.reporter = reporter
    self.place = place
  }

  /// Whether an issue is still to be told: the same one is told once, unless the test expected it.
  func isNews(_ issue: StubIssue) -> Bool {
    told.count < Self.limit && !told.contains(issue.text)
  }

  /// Notes that an issue has been told and has failed the test.
  mutating func note(_ issue: StubIssue) {
    told.insert(issue.text)
  }

  /// Forgets what has been told.
  mutating func forget() {
    told = []
  }
}
