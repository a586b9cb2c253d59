import Foundation
import StubKit
import Testing

extension StubIssue {
  enum Severity: Sendable {
    case warning
    case error
  }

  func severity(unused: UnusedStubs) -> Severity? {
    if isOfAssertion { return nil }
    return kind == .unused ? unused.severity : kind.isWarning ? .warning : .error
  }

  /// Whether a closure threw the error of a `#require` or `XCTUnwrap` whose failure is recorded.
  private var isOfAssertion: Bool {
    ["ExpectationFailedError(", "XCTestErrorWhileUnwrappingOptional("].contains {
      thrownText?.hasPrefix($0) ?? false
    }
  }

  var sourceLocation: SourceLocation? { location.map(SourceLocation.init) }

  /// Records the issue, and returns whether it fails the test.
  func record(as severity: Severity, at sourceLocation: SourceLocation) -> Bool {
    let comment = Comment(rawValue: text)
    #if compiler(>=6.3)
      return Issue.record(
        comment, severity: severity == .error ? .error : .warning, sourceLocation: sourceLocation
      ).isFailure
    #else
      // This toolchain has no warnings: an issue that should be one would fail the test.
      guard severity == .error else { return false }
      Issue.record(comment, sourceLocation: sourceLocation)
      return true
    #endif
  }

  static let writtenLate = Locked<Set<String>>([])

  /// Writes the issue to standard error, since its test is over and can no longer be told.
  func writeAsLate(for test: String) {
    guard kind.isAnswer || kind == .tooMany || kind == .broken else { return }
    let advice = "Its test, \(test), was over or cancelled by then, and could not be told: "
    let remedy = kind == .broken ? "`await` the exploration." : "`await` what makes the request."
    let issue = StubIssue(kind: kind, text: "\(text)\n  → \(advice)\(remedy)", location: location)
    let isNew = Self.writtenLate.withLock { $0.count < 100 && $0.insert(issue.text).inserted }
    if isNew { issue.writeToStandardError() }
  }

  /// Whether a thrown error is about the issue, or is an app's error that contains such an error.
  func isSaid(by error: any Error) -> Bool {
    isSaid(in: "\(error)") || isSaid(in: error.localizedDescription)
  }

  func isSaid(in text: String) -> Bool {
    text == thrownText || text.contains(self.text) || (briefText.map { text.contains($0) } ?? false)
  }
}

extension Issue {
  /// Whether the issue fails its test: it is neither a warning nor known.
  var failsTest: Bool {
    #if compiler(>=6.3)
      return isFailure
    #else
      // This toolchain has no warnings, and does not show whether an issue is known.
      let context = Mirror(reflecting: self).descendant("knownIssueContext")
      return context.map { Mirror(reflecting: $0).children.isEmpty } ?? true
    #endif
  }
}

extension SourceLocation {
  init(_ location: StubLocation) {
    // The initialiser traps for a file ID without a slash, which a user's wrapper may pass on.
    let isFileID = location.fileID.contains("/")
    self.init(
      fileID: isFileID ? location.fileID : "Unknown/" + location.fileID,
      filePath: location.filePath, line: max(1, location.line), column: max(1, location.column))
  }
}

extension StubLocation {
  init(_ place: SourceLocation) {
    #if compiler(>=6.3)
      let filePath = place.filePath
    #else
      let filePath = place._filePath
    #endif
    self.init(fileID: place.fileID, filePath: filePath, line: place.line, column: place.column)
  }
}

extension StubIssue.Kind {
  /// Whether a scope reports the issue to a test that has no registry of its own.
  ///
  /// Such a test sees the other issues as errors of the client or the exploration, and may expect
  /// them. A request that `.shared` answered may belong to another test.
  var isForScopes: Bool {
    switch self {
    case .unmatched, .unsendable, .threw, .cannotRespond, .broken, .unscoped: false
    default: true
    }
  }
}
