public import Foundation

extension StubRegistry {
  /// Throws one error that lists everything that went wrong, if anything did.
  ///
  /// ```swift
  /// try withStubs { registry in
  ///   …
  ///   try registry.verify()
  /// }
  /// ```
  /// It lists the conditions that have a `mistake`; the requests that were failed because no stub
  /// matches them, with the report on each; those that cannot be sent; the closures that threw; the
  /// responses that cannot be given; the requests that have lost this scope and can be no other's; the
  /// stubs that were asked more or less often than is `expected:` of them; and those that
  /// were never used, unless they have been removed. Requests that a policy let out to the network
  /// are not listed.
  public func verify() throws {
    let issues = issues
    guard !issues.isEmpty else { return }
    if issues.contains(where: \.kind.isAboutCounts) {
      state.withLock { $0.reporting.hasThrownCounts = true }
    }
    // A list of issues is cleaned as one document.
    throw StubVerificationError(issues, cleaner: cleaner(of: exchanges))
  }
}

/// What a registry's `verify()` found to be wrong.
public struct StubVerificationError: LocalizedError, CustomStringConvertible, Sendable {
  /// The largest number of issues that are written out.
  private static let shown = 20

  /// How much went wrong, and then each thing by itself.
  public let description: String
  /// Whether the test has been told of all of it, and has failed.
  package let isTold: Bool

  /// - Parameter cleaner: Removes from the whole text what one of its requests gives away of another.
  init(_ issues: [StubIssue], cleaner: SecretCleaner?) {
    let others = issues.count - Self.shown
    let parts =
      [Self.summary(of: issues)] + issues.prefix(Self.shown).map(\.listedText)
      + (others > 0 ? ["… and \(others) more."] : [])
    let text = parts.joined(separator: "\n\n")
    description = cleaner?.clean(text) ?? text
    isTold = issues.allSatisfy(\.isTold)
  }

  /// The same as `description`.
  public var errorDescription: String? { description }

  private static func summary(of issues: [StubIssue]) -> String {
    func count(_ kind: StubIssue.Kind, _ one: String, _ many: String) -> String? {
      let count = issues.count { $0.kind == kind }
      return count == 0 ? nil : "\(count) \(count == 1 ? one : many)"
    }
    let parts = [
      count(.mistaken, "condition with a mistake", "conditions with mistakes"),
      count(.unmatched, "unmatched request", "unmatched requests"),
      count(.unsendable, "request that cannot be sent", "requests that cannot be sent"),
      count(.lost, "request that lost its scope", "requests that lost their scope"),
      count(.threw, "closure that threw", "closures that threw"),
      count(.cannotRespond, "response that cannot be given", "responses that cannot be given"),
      count(.miscounted, "count with a mistake", "counts with mistakes"),
      count(.tooMany, "stub with too many requests", "stubs with too many requests"),
      count(.tooFew, "stub with too few requests", "stubs with too few requests"),
      count(.unused, "unused stub", "unused stubs"),
    ]
    return parts.compactMap(\.self).phrase + ":"
  }
}
