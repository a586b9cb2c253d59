import Foundation

/// A problem with the requests of a registry that a test should hear of.
package struct StubIssue: Sendable {
  package enum Kind: Sendable {
    case mistaken
    case unmatched
    /// `URLSession` refuses to send the request.
    case unsendable
    case threw
    case cannotRespond
    /// A stub in `.shared`, or a lost request, and nothing shows that this is intended.
    case unscoped
    /// A request has lost its scope, and can only belong to the scope that is told.
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
    case objected
    /// A simulated clock stood still, or moved without an end, while something waited for it.
    case standing
    /// Nothing is wrong yet.
    case remark

    /// Whether the issue fails no test; for `.unused`, the testing library decides.
    package var isWarning: Bool { self == .unscoped || self == .remark || self == .standing }

    /// Whether the client of a request gets the issue as its error.
    package var isAnswer: Bool { [.unmatched, .unsendable, .threw, .cannotRespond].contains(self) }

    package var isAboutCounts: Bool { self == .unused || self == .tooFew || self == .tooMany }
  }

  package let kind: Kind
  package private(set) var text: String
  /// The location of the stub or call that is at fault, or else the start of the scope.
  package private(set) var location: StubLocation?
  /// The text of the client's error once the test was told; nil if the error keeps its own text.
  package private(set) var briefText: String?
  /// The error that a user's closure threw, as printed; nil for other issues.
  package private(set) var thrownText: String?
  /// The number of the stub that the request was meant for and did not reach.
  private(set) var meant: UInt64?
  var isTold = false

  package init(kind: Kind, text: String, location: StubLocation? = nil) {
    self.kind = kind
    self.text = text.linesWithVisibleControls
    self.location = location
  }

  init(about exchange: StubExchange) {
    let request = exchange.request
    guard let stub = exchange.stub else {
      let isSendable = exchange.outcome != .cannotBeSent
      let headline = isSendable ? "No stub matches \(request)" : "\(request) cannot be sent"
      self.init(
        kind: isSendable ? .unmatched : .unsendable,
        text: exchange.error?.localizedDescription ?? headline, location: nil)
      briefText = Self.brief(headline)
      meant = exchange.meant
      return
    }
    let isBroken = exchange.outcome == .cannotRespond
    let headline =
      isBroken
      ? "The response of \(stub.title) cannot be given to \(request)"
      : "The closure of \(stub.title) threw for \(request)"
    let error = exchange.error.map { Discretion.here.shown(Self.text(of: $0), of: request) }
    self.init(
      kind: isBroken ? .cannotRespond : .threw, text: "\(headline): \(error ?? "an error")",
      location: stub.location)
    briefText = isBroken ? Self.brief(headline) : nil
    thrownText = isBroken ? nil : exchange.error.map { "\($0)" }
  }

  private static func brief(_ text: String) -> String {
    "\(text), as the test has been told.".linesWithVisibleControls
  }

  var listedText: String {
    guard isTold else { return text }
    let firstLine = text.prefix { $0 != "\n" }
    return briefText ?? "\(firstLine) (The test has been told.)"
  }

  package static func text(of error: any Error) -> String {
    // On Linux the localized text of a coding error lacks the key and the place.
    let isCoding = error is DecodingError || error is EncodingError
    let isReadable = !isCoding && (error is any LocalizedError || error is URLError)
    // Quoted, since the text may contain parts of the request.
    return (isReadable ? error.localizedDescription : "\(error)").asQuotedLines
  }

  init?(aboutMistakeOf stub: Stub) {
    self.init(
      mistake: stub.condition.mistake, in: "The condition of \(stub.title)", at: stub.location)
  }

  init?(aboutMistakeIn matcher: RequestMatcher, of function: String, at place: StubLocation) {
    self.init(mistake: matcher.mistake, in: "The matcher of \(function) at \(place)", at: place)
  }

  init?(aboutMistakeOf policy: UnmatchedPolicy) {
    let place = policy.location.map { " at \($0)" } ?? ""
    self.init(
      mistake: policy.mistake, in: "The exception in .fail(except:)\(place)", so: "allows nothing",
      at: policy.location)
  }

  init?(aboutMiscountOf stub: Stub) {
    let isOfTimes = stub.times ?? 0 < 0
    self.init(
      kind: .miscounted, mistake: stub.expected.mistake(answering: stub.times),
      in: "The \(isOfTimes ? "number of answers" : "expected count") of \(stub.title)",
      so: isOfTimes ? "counts as 0" : "is not checked", at: stub.location)
  }

  private init?(
    kind: Kind = .mistaken, mistake: String?, in subject: @autoclosure () -> String,
    so effect: String = "matches nothing", at place: StubLocation?
  ) {
    guard let mistake else { return nil }
    self.init(
      kind: kind, text: "\(subject()) has a mistake, and \(effect): \(mistake)", location: place)
  }

  init(aboutUpdateWithinUpdateAt place: StubLocation) {
    self.init(
      kind: .mistaken,
      text: "The update of a StubState at \(place) changes nothing, because it is called within "
        + "another update of that state: change the value that the outer closure is given.",
      location: place)
  }

  /// For programs without tests, and for tests that record no warnings.
  package func writeToStandardError(asError isError: Bool = false) {
    let place = location.map { "\($0.filePath):\($0.line): " } ?? ""
    let start = isError ? "\(place)error: " : ""
    // Writes that fail, as to a full disk, must not end the process, as `write(_:)` does then.
    try? FileHandle.standardError.write(contentsOf: Data("\(start)StubKit: \(text)\n".utf8))
  }

  func placed(at place: StubLocation?) -> StubIssue {
    var issue = self
    issue.location = location ?? place
    return issue
  }

  func repeated(_ count: Int) -> StubIssue {
    // A mistake that a loop repeats is one mistake.
    guard count > 1, kind != .mistaken, kind != .miscounted else { return self }
    var issue = self
    issue.text.insert(
      contentsOf: " (\(count) times)", at: text.firstIndex(of: "\n") ?? text.endIndex)
    issue.briefText = briefText.map { "\($0) (\(count) times)" }
    return issue
  }
}
