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
  /// For stubs, by the number of their rank, how many requests that failed the test came close to them.
  private(set) var explained: [UInt64: Int] = [:]

  init(to reporter: IssueReporter? = nil, at place: StubLocation? = nil) {
    self.reporter = reporter
    self.place = place
  }

  /// Whether anything was told.
  var hasTold: Bool { !told.isEmpty }

  /// Whether an issue was told and failed the test.
  func hasTold(_ issue: StubIssue) -> Bool { told.contains(issue.text) }

  /// Notes that an issue has failed the test: that a stub was not asked, it may say as well.
  mutating func noteFailure(_ issue: StubIssue) {
    if let stub = issue.meant { explained[stub, default: 0] += 1 }
  }

  /// Notes that an issue is being told, and returns whether it is still to be: each is once.
  mutating func note(_ issue: StubIssue) -> Bool {
    told.count < Self.limit && told.insert(issue.text).inserted
  }

  /// Forgets an issue that has not failed the test, since the test expected it.
  mutating func forget(_ issue: StubIssue) {
    told.remove(issue.text)
  }

  /// Forgets what has been told.
  mutating func forget() {
    (told, explained) = ([], [:])
  }
}
