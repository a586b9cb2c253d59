import Foundation

/// A problem with the requests of a registry that a test should hear of.
package struct StubIssue: Sendable {
  package enum Kind: Sendable {
    case mistaken
    /// A request was failed because no stub matches it.
    case unmatched
    /// A request was failed because no client could send it.
    case unsendable
    case threw
    case cannotRespond
    /// A stub in `.shared`, or a lost request, without any sign that this is intended.
    case unscoped
    /// A request that has lost its scope, and can only belong to this scope.
    case lost
    /// A stub without an expected count was never claimed.
    case unused
    case tooFew
    case tooMany
    /// The expected count of a stub is impossible.
    case miscounted
    case broken
    /// An unmatched request was expected, and none came.
    case matched
    /// A check of the test has found something wrong.
    case objected
    /// A simulated clock stood still while sleepers waited for it.
    case standing
    /// A remark: nothing is wrong yet.
    case remark

    /// Whether it is only a warning, which is told once.
    package var isWarning: Bool { self == .unscoped || self == .remark || self == .standing }

    package var isAboutCounts: Bool { self == .unused || self == .tooFew || self == .tooMany }
  }

  package let kind: Kind
  package private(set) var text: String
  /// The location of the stub that the issue is about, or else the start of the scope.
  package private(set) var location: StubLocation?
  /// The text of the client's error once the test was told; nil if the error keeps its own text.
  package private(set) var briefText: String?
  /// How a report mentions this mistake once the test was told of it; nil for any other issue.
  private(set) var mentionText: String?
  /// The error that a user's closure threw, as printed; nil for any other issue.
  package private(set) var thrownText: String?
  /// The stub, by number, that the request was meant for and did not reach.
  private(set) var meant: UInt64?
  var isTold = false

  package init(kind: Kind, text: String, location: StubLocation?) {
    self.kind = kind
    self.text = text.linesWithVisibleControls
    self.location = location
  }

  init(about exchange: StubExchange) {
    if let stub = exchange.stub {
      let error =
        exchange.error.map {
          Discretion.here.shown(message: Self.text(of: $0), of: exchange.request)
        } ?? "an error"
      let (title, request) = (stub.title, exchange.request)
      let isBroken = exchange.outcome == .cannotRespond
      self.init(
        kind: isBroken ? .cannotRespond : .threw,
        text: isBroken
          ? "The response of \(title) cannot be given to \(request): \(error)"
          : "The closure of \(title) threw for \(request): \(error)",
        location: stub.location)
      if isBroken {
        briefText = Self.brief("The response of \(title) cannot be given to \(request)")
      } else {
        thrownText = exchange.error.map { "\($0)" }
      }
    } else {
      let isSendable = exchange.outcome != .cannotBeSent
      let report = exchange.error?.localizedDescription
      let text =
        isSendable ? "No stub matches \(exchange.request)" : "\(exchange.request) cannot be sent"
      self.init(kind: isSendable ? .unmatched : .unsendable, text: report ?? text, location: nil)
      briefText = Self.brief(text)
      meant = exchange.meant
    }
  }

  private static func brief(_ text: String) -> String {
    "\(text), as the test has been told.".linesWithVisibleControls
  }

  /// The text in a list of issues: short if the test has been told.
  var listedText: String {
    guard isTold else { return text }
    let firstLine = text.prefix { $0 != "\n" }
    return briefText ?? "\(firstLine) (The test has been told.)"
  }

  package static func text(of error: any Error) -> String {
    // On Linux the localized text of a coding error lacks the key and the place.
    let isCoding = error is DecodingError || error is EncodingError
    let isReadable = !isCoding && (error is any LocalizedError || error is URLError)
    // The text may contain parts of the request.
    return (isReadable ? error.localizedDescription : "\(error)").asQuotedLines
  }

  init?(aboutMistakeOf stub: Stub) {
    guard let mistake = stub.condition.mistake else { return nil }
    self.init(
      kind: .mistaken,
      text: "The condition of \(stub.title) has a mistake, and matches nothing: \(mistake)",
      location: stub.location)
    mentionText = Self.brief("The condition of \(stub.title) has a mistake")
  }

  init?(aboutMistakeIn matcher: RequestMatcher, of function: String, at place: StubLocation) {
    guard let mistake = matcher.mistake else { return nil }
    self.init(
      kind: .mistaken,
      text: "The matcher of \(function) at \(place) has a mistake, and matches nothing: \(mistake)",
      location: place)
  }

  init?(aboutMistakeOf policy: UnmatchedPolicy) {
    guard let mistake = policy.mistake else { return nil }
    let place = policy.location.map { " at \($0)" } ?? ""
    self.init(
      kind: .mistaken,
      text: "The exception in .fail(except:)\(place) has a mistake, and allows nothing: \(mistake)",
      location: policy.location)
    mentionText = Self.brief("The exception in .fail(except:)\(place) has a mistake")
  }

  /// An issue for a `StubState` that is updated within one of its own updates.
  init(aboutUpdateWithinUpdateAt place: StubLocation) {
    self.init(
      kind: .mistaken,
      text: "The update of a StubState at \(place) changes nothing, for it is called within "
        + "another update of it: change the value that the outer closure is given.",
      location: place)
  }

  /// Writes the issue to standard error, for programs without tests, and for tests that record no warnings.
  package func writeToStandardError(asError isError: Bool = false) {
    let place = location.map { "\($0.filePath):\($0.line): " } ?? ""
    let start = isError ? "\(place)error: " : ""
    FileHandle.standardError.write(Data("\(start)StubKit: \(text)\n".utf8))
  }

  func placed(at place: StubLocation?) -> StubIssue {
    var issue = self
    issue.location = location ?? place
    return issue
  }

  func repeated(_ count: Int) -> StubIssue {
    // A mistake that a loop repeats is one mistake.
    guard count > 1, kind != .mistaken, kind != .miscounted else { return self }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    lines[0] += " (\(count) times)"
    var issue = self
    issue.text = lines.joined(separator: "\n")
    issue.briefText = briefText.map { "\($0) (\(count) times)" }
    return issue
  }
}
