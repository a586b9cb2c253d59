#if canImport(FoundationNetworking)
#else
  package import Foundation
#endif

/// How a stub's redirects are followed if not by the rules of `URLSession`.
package struct RedirectRule: Sendable {
  package let statuses: Range<Int>
  /// Adapts the previous request, which still has its body but already has the new URL.
  package let adapt: @Sendable (_ request: inout URLRequest, _ status: Int) -> Void

  package init(statuses: Range<Int>, adapt: @escaping @Sendable (inout URLRequest, Int) -> Void) {
    (self.statuses, self.adapt) = (statuses, adapt)
  }
}
