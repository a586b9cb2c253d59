#if canImport(FoundationNetworking)
  package import FoundationNetworking
#else
  package import Foundation
#endif

/// How a stub's redirects are followed, if not as `URLSession` follows them.
package struct RedirectRule: Sendable {
  /// The statuses that are followed wherever there is a `Location`.
  package let statuses: Range<Int>
  /// Makes the next request of the one before, which has its new address already, and its body.
  package let adapt: @Sendable (_ request: inout URLRequest, _ status: Int) -> Void

  /// Makes a rule.
  package init(
    statuses: Range<Int>, adapt: @escaping @Sendable (inout URLRequest, Int) -> Void
  ) {
    (self.statuses, self.adapt) = (statuses, adapt)
  }
}
