#if canImport(FoundationNetworking)
#else
  package import Foundation
#endif

/// How a client other than `URLSession` follows a stub's redirects.
package struct RedirectRule: Sendable {
  package let statuses: Range<Int>
  /// Adapts the previous request, with its own body but already the new URL, to the redirect.
  package let adapt: @Sendable (_ request: inout URLRequest, _ status: Int) -> Void

  package init(statuses: Range<Int>, adapt: @escaping @Sendable (inout URLRequest, Int) -> Void) {
    (self.statuses, self.adapt) = (statuses, adapt)
  }
}
