import Foundation

/// One thing that is wrong with what was asked of a registry, and that a test should hear of.
package struct StubIssue: Sendable {
  /// What is wrong.
  package enum Kind: Sendable {
    /// A condition has a mistake, and matches nothing.
    case mistaken
    /// A request was failed because no stub matches it.
    case unmatched
    /// The closure of a stub threw.
    case threw
    /// The response of a stub cannot be given.
    case cannotRespond
    /// A stub is in `.shared`, and nobody says that it is meant to be.
    case unscoped
    /// A stub that is not optional was never claimed.
    case unused
    /// Something is as the user should know, and nothing is wrong yet.
    case remark

    /// Whether it is no more than a warning, which is told once.
    package var isWarning: Bool { self == .unscoped || self == .remark }
  }

  /// What is wrong.
  package let kind: Kind
  /// The whole message.
  package let text: String
  /// Where the stub was registered, if it is about one, or where the scope begins.
  package let location: StubLocation?

  init(kind: Kind, text: String, location: StubLocation?) {
    self.kind = kind
    self.text = text.linesWithVisibleControls
    self.location = location
  }
}

extension StubIssue {
  /// An exchange that went wrong.
  init(about exchange: StubExchange) {
    if let stub = exchange.stub {
      let error = exchange.error.map { exchange.request.said(Self.text(of: $0)) } ?? "an error"
      let (title, request) = (stub.title, exchange.request)
      let isBroken = exchange.outcome == .cannotRespond
      self.init(
        kind: isBroken ? .cannotRespond : .threw,
        text: isBroken
          ? "The response of \(title) cannot be given to \(request): \(error)"
          : "The closure of \(title) threw for \(request): \(error)",
        location: stub.location)
    } else {
      let report = exchange.error?.localizedDescription
      self.init(
        kind: .unmatched, text: report ?? "No stub matches \(exchange.request)", location: nil)
    }
  }

  /// An error as it reads best: one that was made to be read says so itself.
  private static func text(of error: any Error) -> String {
    // On Linux these two describe themselves to a user without the key and the place.
    let isCoding = error is DecodingError || error is EncodingError
    let isReadable = !isCoding && (error is any LocalizedError || error is URLError)
    // It may say what a request has made it say.
    return (isReadable ? error.localizedDescription : "\(error)").asQuotedLines
  }

  /// A stub that was never claimed.
  init(about unused: Stub, remarks: [String?]) {
    let title = unused.title
    let text =
      "\(title.prefix(1).uppercased())\(title.dropFirst()) was never used: \(unused.condition)"
    self.init(
      kind: .unused, text: ([text] + remarks.compactMap(\.self)).joined(separator: "\n  → "),
      location: unused.location)
  }

  /// A stub whose condition has a mistake; nil if it has none.
  init?(aboutMistakeOf stub: Stub) {
    guard let mistake = stub.condition.mistake else { return nil }
    self.init(
      kind: .mistaken,
      text: "The condition of \(stub.title) has a mistake, and matches nothing: \(mistake)",
      location: stub.location)
  }

  /// A matcher with a mistake by which logged requests are looked for; nil if it has none.
  init?(aboutMistakeIn matcher: RequestMatcher, askedForAt place: StubLocation) {
    guard let mistake = matcher.mistake else { return nil }
    self.init(
      kind: .mistaken,
      text: "The matcher of requests(matching:) at \(place) has a mistake, and matches nothing: "
        + mistake,
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
  }

  /// Writes the issue where a person looks who runs no tests, or tests that take no warnings.
  func writeToStandardError() {
    FileHandle.standardError.write(Data("StubKit: \(text)\n".utf8))
  }

  /// The same issue with a place, unless it has one already.
  func placed(at place: StubLocation?) -> StubIssue {
    StubIssue(kind: kind, text: text, location: location ?? place)
  }

  /// The same issue, which says how often it occurred.
  func repeated(_ count: Int) -> StubIssue {
    // A mistake that a loop repeats is one mistake.
    guard count > 1, kind != .mistaken else { return self }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    lines[0] += " (\(count) times)"
    return StubIssue(kind: kind, text: lines.joined(separator: "\n"), location: location)
  }
}
