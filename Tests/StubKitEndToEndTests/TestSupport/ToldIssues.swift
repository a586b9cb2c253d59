import Foundation
import StubKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What scopes tell of while they are told to tell it here, instead of the test that they are in.
final class ToldIssues: @unchecked Sendable {
  // Unchecked: everything is behind the lock.
  private let lock = NSLock()
  private var issues: [StubIssue] = []

  /// What was told, in its order.
  var all: [StubIssue] { lock.withLock { issues } }
  /// What it says.
  var texts: [String] { all.map(\.text) }
  /// Where each is, by the stub that it is about.
  var places: [String] { all.map { $0.location.map { "\($0)" } ?? "nowhere" } }

  /// Fails the test for whatever is more than a warning.
  var reporter: IssueReporter {
    IssueReporter { [self] issue in
      lock.withLock { issues.append(issue) }
      return issue.kind.isWarning ? .heard : .failed
    }
  }

  /// Runs an operation in a scope that stands in no other, as that of another test does.
  func ofScope(
    at line: Int, _ operation: @escaping @Sendable (StubRegistry) async throws -> Void
  ) async throws {
    try await Task.detached {
      try await withStubs { registry in
        registry.reportIssues(to: self.reporter)
        registry.place(
          at: StubLocation(fileID: "T/Story.swift", filePath: "", line: line, column: 1))
        try await operation(registry)
      }
    }.value
  }
}

/// What a request gets that is made where neither a scope nor a test can be seen.
@discardableResult
func askingOutside(
  _ address: String, _ session: URLSession = .shared
) async -> Result<String, any Error> {
  await Task.detached {
    do {
      return .success(
        String(decoding: try await session.data(from: url(address)).0, as: UTF8.self))
    } catch {
      return .failure(error)
    }
  }.value
}

/// Has a scope that is over, as if another test had run before.
///
/// In a process that has had only one scope, whatever has lost its scope is that one's, and fails its test.
func haveOtherScope() { withStubs { _ in } }
