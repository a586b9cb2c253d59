import Foundation

extension StubRegistry {
  /// Throws one error that lists everything that went wrong, if anything did.
  ///
  /// ```swift
  /// try withStubs { registry in
  ///   …
  ///   try registry.verify()
  /// }
  /// ```
  /// It lists:
  /// - conditions with a `mistake`, and counts that no stub can meet;
  /// - what a server of the registry could not answer;
  /// - requests that were failed because no stub matches them, each with a report;
  /// - requests that cannot be sent;
  /// - closures that threw, and responses that cannot be given;
  /// - requests that have lost their scope, which can only have been this registry's;
  /// - stubs that were asked more or less often than `expected:` says;
  /// - stubs that were never used, unless they have been removed;
  /// - problems that the registry's `checks` have found.
  ///
  /// Requests that a policy let out to the network are not listed.
  public func verify() throws {
    let issues = issues
    guard !issues.isEmpty else { return }
    // A near miss or a lost request explains the count of the stub that it was meant for.
    if issues.contains(where: { $0.kind.isAboutCounts || $0.kind == .lost || $0.meant != nil }) {
      state.withLock { $0.reporting.hasThrownCounts = true }
    }
    throw StubVerificationError(issues, in: self)
  }
}

/// What a registry's `verify()` found to be wrong.
public struct StubVerificationError: DescribedError, Sendable {
  /// How many problems there are, and then each problem by itself.
  public let description: String
  /// Whether the test has been told of every problem, and has failed.
  package let isTold: Bool

  init(_ issues: [StubIssue], in registry: StubRegistry) {
    let texts = issues.map(\.listedText).shortened(to: 20) { "… and \($0) more." }
    let summary = issues.count == 1 ? "1 problem:" : "\(issues.count) problems:"
    let text = ([summary] + texts).joined(separator: "\n\n")
    description = registry.clean(text, on: registry.exchanges)
    isTold = issues.allSatisfy(\.isTold)
  }
}

extension StubRegistry {
  package var issues: [StubIssue] {
    let (failures, reporting, objections) = state.withLock {
      ($0.log.failures, $0.reporting, $0.objections)
    }
    let lost = lost
    var issues =
      mistakes + miscounts + saying { failures.map { $0.issues.first ?? StubIssue(about: $0) } }
    issues += lost.issues.filter { !$0.kind.isWarning } + objections
    issues = reporting.marking(issues)
    var explained = lost.explained
    for case let stub? in issues.map(\.meant) { explained[stub, default: 0] += 1 }
    return Self.counted(issues) + issuesAboutCounts(includingTold: true, explained: explained)
  }

  static func counted(_ all: [StubIssue]) -> [StubIssue] {
    var counts: [String: Int] = [:]
    for issue in all { counts[issue.text, default: 0] += 1 }
    // Of several issues with equal texts, only the first is kept, with their number.
    return all.compactMap { counts.removeValue(forKey: $0.text).map($0.repeated) }
  }

  /// While there are any, the registry lets no unmatched request go to the network.
  package var mistakes: [StubIssue] {
    let (stubs, policy, reporting) = state.withLock {
      ($0.mistaken, $0.settings.unmatched, $0.reporting)
    }
    let ofPolicy = StubIssue(aboutMistakeOf: policy).map { [$0] } ?? []
    return reporting.marking(ofPolicy + stubs.compactMap(StubIssue.init(aboutMistakeOf:)))
  }

  /// The remark that the response loses its body, made once for each stub; nil otherwise.
  func remark(on reply: Reply, of stub: Stub) -> StubIssue? {
    guard let body = reply.droppedBody else { return nil }
    let isNew = state.withLock { state in
      defer { state[known: stub]?.isBodyRemarked = true }
      return state[known: stub]?.isBodyRemarked == false
    }
    guard isNew else { return nil }
    let status = reply.head.status
    let size = body.length.map { " of \($0.bytes)" } ?? ""
    return StubIssue(
      kind: .remark,
      text:
        "The response of \(stub.title) has the status \(status) and a body\(size), of which the "
        + "client gets nothing: a \(status) has no body. Give it a status that has one, such as 200, or "
        + "leave the body out: .status(\(status))", location: stub.location)
  }
}
