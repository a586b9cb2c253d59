import Foundation

/// One thing that is wrong with what was asked of a registry, and that a test should hear of.
package struct StubIssue: Sendable {
  /// What is wrong.
  package enum Kind: Sendable {
    /// A condition has a mistake, and matches nothing.
    case mistaken
    /// A request was failed because no stub matches it.
    case unmatched
    /// A request was failed because no client could send it.
    case unsendable
    /// The closure of a stub threw.
    case threw
    /// The response of a stub cannot be given.
    case cannotRespond
    /// A stub is in `.shared`, or a request has lost its scope, and nobody says that it is meant so.
    case unscoped
    /// A request has lost its scope, and can only be this one's.
    case lost
    /// A stub of which nothing is expected in particular was never claimed.
    case unused
    /// A stub was claimed less often than is written to be expected.
    case tooFew
    /// A stub was claimed more often than is expected.
    case tooMany
    /// What is expected of a stub cannot be.
    case miscounted
    /// A scenario of an exploration is broken.
    case broken
    /// An unmatched request was expected, and none came.
    case matched
    /// A test was cancelled while something waited for a clock that it has not moved.
    case standing
    /// Something is as the user should know, and nothing is wrong yet.
    case remark

    /// Whether it is no more than a warning, which is told once.
    package var isWarning: Bool { self == .unscoped || self == .remark || self == .standing }

    /// Whether it is about how often a stub was used.
    package var isAboutCounts: Bool { self == .unused || self == .tooFew || self == .tooMany }
  }

  /// What is wrong.
  package let kind: Kind
  /// The whole message.
  package let text: String
  /// Where the stub was registered, if it is about one, or where the scope begins.
  package private(set) var location: StubLocation?
  /// What the client's error says instead of all of it once the test was told; nil if that is its own.
  package private(set) var briefText: String?
  /// What a report says of a mistake of which the test was told; nil if this is none.
  private(set) var mentionText: String?
  /// How the error prints that a closure of the user's threw, if it is about one.
  package private(set) var thrownText: String?
  /// The number of the rank of the stub that a request was meant for which it did not reach.
  private(set) var meant: UInt64?
  /// Whether it has been told, and failed the test.
  var isTold = false

  package init(kind: Kind, text: String, location: StubLocation?) {
    self.kind = kind
    self.text = text.linesWithVisibleControls
    self.location = location
  }
}

extension StubIssue {
  /// An exchange that went wrong.
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

  /// A sentence for whoever comes across the error of which the test knows.
  private static func brief(_ text: String) -> String {
    "\(text), as the test has been told.".linesWithVisibleControls
  }

  /// The issue as a list of issues has it: all of it, unless the test has been told.
  var listedText: String {
    guard isTold else { return text }
    let firstLine = text.prefix { $0 != "\n" }
    return briefText ?? "\(firstLine) (The test has been told.)"
  }

  /// An error as it reads best: one that was made to be read says so itself.
  package static func text(of error: any Error) -> String {
    // On Linux these two describe themselves to a user without the key and the place.
    let isCoding = error is DecodingError || error is EncodingError
    let isReadable = !isCoding && (error is any LocalizedError || error is URLError)
    // It may say what a request has made it say.
    return (isReadable ? error.localizedDescription : "\(error)").asQuotedLines
  }

  /// A stub whose condition has a mistake; nil if it has none.
  init?(aboutMistakeOf stub: Stub) {
    guard let mistake = stub.condition.mistake else { return nil }
    self.init(
      kind: .mistaken,
      text: "The condition of \(stub.title) has a mistake, and matches nothing: \(mistake)",
      location: stub.location)
    mentionText = Self.brief("The condition of \(stub.title) has a mistake")
  }

  /// A matcher with a mistake that is given to a function; nil if it has none.
  init?(aboutMistakeIn matcher: RequestMatcher, of function: String, at place: StubLocation) {
    guard let mistake = matcher.mistake else { return nil }
    self.init(
      kind: .mistaken,
      text: "The matcher of \(function) at \(place) has a mistake, and matches nothing: \(mistake)",
      location: place)
  }

  /// A policy whose exception has a mistake; nil if it has none.
  init?(aboutMistakeOf policy: UnmatchedPolicy) {
    guard let mistake = policy.mistake else { return nil }
    let place = policy.location.map { " at \($0)" } ?? ""
    self.init(
      kind: .mistaken,
      text: "The exception in .fail(except:)\(place) has a mistake, and allows nothing: \(mistake)",
      location: policy.location)
    mentionText = Self.brief("The exception in .fail(except:)\(place) has a mistake")
  }

  /// A `StubState` that is changed while it is being changed.
  init(aboutUpdateWithinUpdateAt place: StubLocation) {
    self.init(
      kind: .mistaken,
      text: "The update of a StubState at \(place) changes nothing, for it is called within "
        + "another update of it: change the value that the outer closure is given.",
      location: place)
  }

  /// Writes the issue where a person looks who runs no tests, or tests that take no warnings.
  func writeToStandardError() {
    FileHandle.standardError.write(Data("StubKit: \(text)\n".utf8))
  }

  /// The same for an error, in the form of a compiler's.
  func writeToStandardError(asErrorAt place: StubLocation?) {
    let place = place.map { "\($0.filePath):\($0.line): " } ?? ""
    FileHandle.standardError.write(Data("\(place)error: StubKit: \(text)\n".utf8))
  }

  /// The same issue with a place, unless it has one already.
  func placed(at place: StubLocation?) -> StubIssue {
    var issue = self
    issue.location = location ?? place
    return issue
  }

  /// The same issue, which says how often it occurred.
  func repeated(_ count: Int) -> StubIssue {
    // A mistake that a loop repeats is one mistake.
    guard count > 1, kind != .mistaken, kind != .miscounted else { return self }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    lines[0] += " (\(count) times)"
    var issue = StubIssue(kind: kind, text: lines.joined(separator: "\n"), location: location)
    issue.briefText = briefText.map { "\($0) (\(count) times)" }
    issue.isTold = isTold
    return issue
  }
}
