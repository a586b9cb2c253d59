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
    guard kind == .unused else { return .error }
    switch unused.kind {
    case .ignore: return nil
    case .warning: return .warning
    case .error: return .error
    }
  }

  /// The line at which the stub was registered, if the issue is about one.
  var sourceLocation: SourceLocation? {
    guard let location else { return nil }
    // SourceLocation traps for a file ID without a slash, which a wrapper may have handed on.
    let isFileID = location.fileID.contains("/")
    return SourceLocation(
      fileID: isFileID ? location.fileID : "Unknown/" + location.fileID,
      filePath: location.filePath, line: max(1, location.line), column: max(1, location.column))
  }

  /// Records it as an issue of the current test, at the stub's line or else at that of the test.
  func record(as severity: Severity, in test: Test) {
    let sourceLocation = sourceLocation ?? test.sourceLocation
    let comment = Comment(rawValue: text)
    #if compiler(>=6.3)
      Issue.record(
        comment, severity: severity == .error ? .error : .warning, sourceLocation: sourceLocation)
    #else
      // This toolchain knows no warnings, and a stub too many should not fail a test.
      if severity == .error { Issue.record(comment, sourceLocation: sourceLocation) }
    #endif
  }
}
