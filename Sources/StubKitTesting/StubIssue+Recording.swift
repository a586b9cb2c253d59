import Foundation
import StubKit
import Testing

extension StubIssue {
  /// How bad an issue is for a test.
  enum Severity: Sendable {
    case warning
    case error
  }

  /// How bad the issue is; nil if nobody wants to hear of it.
  func severity(unused: UnusedStubs) -> Severity? {
    switch kind {
    case .unused:
      switch unused.kind {
      case .ignore: nil
      case .warning: .warning
      case .error: .error
      }
    case .unscoped, .remark, .standing: .warning
    default: .error
    }
  }

  /// The line at which the stub was registered, or the scope begins, if the issue is about one.
  var sourceLocation: SourceLocation? {
    location.map(SourceLocation.init)
  }

  /// Records it as an issue of the current test, and returns whether that fails the test.
  func record(as severity: Severity, at sourceLocation: SourceLocation) -> Bool {
    let comment = Comment(rawValue: text)
    #if compiler(>=6.3)
      return Issue.record(
        comment, severity: severity == .error ? .error : .warning, sourceLocation: sourceLocation
      ).isFailure
    #else
      // This toolchain knows no warnings, and a stub too many should not fail a test.
      guard severity == .error else { return false }
      Issue.record(comment, sourceLocation: sourceLocation)
      return true
    #endif
  }
}

extension SourceLocation {
  /// The place that a stub location names.
  init(_ location: StubLocation) {
    // It traps for a file ID without a slash, which a wrapper may have handed on.
    let isFileID = location.fileID.contains("/")
    self.init(
      fileID: isFileID ? location.fileID : "Unknown/" + location.fileID,
      filePath: location.filePath, line: max(1, location.line), column: max(1, location.column))
  }
}

extension StubLocation {
  /// The place of a test.
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
  /// Whether a test without a registry of its own is told of it by its scopes.
  ///
  /// What a client gets an error for, or the caller of an exploration, such a test hears of by the error,
  /// which it may well expect. A request that was answered by `.shared` may be another test's.
  var isForScopes: Bool {
    switch self {
    case .unmatched, .unsendable, .threw, .cannotRespond, .broken, .unscoped: false
    default: true
    }
  }
}

extension StubIssue {
  /// Whether an error that leaves a test says the same, by itself or within an error of the app's.
  func isSaid(by error: any Error) -> Bool {
    isSaid(in: "\(error)") || isSaid(in: error.localizedDescription)
  }

  /// The same for how an error prints.
  func isSaid(in text: String) -> Bool {
    text == thrownText || (briefText.map { text.contains($0) } ?? false)
  }
}
