import Foundation
import StubKit
import StubKitServer

/// What a scope tells, while it is told to tell it here.
final class Told: Sendable {
  private let issues = Locked<[StubIssue]>([])

  var texts: [String] { issues.withLock { $0.map(\.text) } }

  /// Waits for an issue whose text contains this.
  func issue(_ part: String) async -> String {
    while true {
      if let text = texts.first(where: { $0.contains(part) }) { return text }
      await Task.yield()
    }
  }

  /// Runs an operation with a server whose issues are told here.
  static func by(
    network: NetworkProfile? = nil, bodyLimit: Int = 64 << 20,
    _ operation: (StubServer, Told) async throws -> Void
  ) async throws {
    try await withScope(network: network) { registry, told in
      try await operation(registry.serve(bodyLimit: bodyLimit), told)
    }
  }

  /// Runs an operation with a registry whose issues are told here.
  static func withScope(
    network: NetworkProfile? = nil, _ operation: (StubRegistry, Told) async throws -> Void
  ) async throws {
    try await withStubs(network: network) { registry in
      let told = Told()
      registry.reportIssues(
        to: IssueReporter { issue in
          told.issues.withLock { $0.append(issue) }
          return issue.kind.isWarning ? .heard : .failed
        })
      try await operation(registry, told)
    }
  }
}
