import StubKit

#if canImport(FoundationNetworking)
  import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

@available(*, deprecated)
extension HTTPStubs {
  /// Sets whether stubs answer; if they do not, every request goes to the network.
  ///
  /// The setting concerns every session, not only `URLSession.shared`.
  @available(*, deprecated, message: "Write StubRegistry.current.isEnabled = false.")
  public static func setEnabled(_ isEnabled: Bool) {
    StubRegistry.current.isEnabled = isEnabled
  }

  /// Whether stubs answer.
  @available(*, deprecated, message: "Write StubRegistry.current.isEnabled.")
  public static func isEnabled() -> Bool {
    StubRegistry.current.isEnabled
  }

  /// Sets whether stubs answer the sessions that are made from a configuration.
  @available(
    *, deprecated, message: "Write configuration.protocolClasses = [], or [StubURLProtocol.self]."
  )
  public static func setEnabled(_ isEnabled: Bool, for configuration: URLSessionConfiguration) {
    guard isEnabled != self.isEnabled(for: configuration) else { return }
    let others = (configuration.protocolClasses ?? []).filter { !($0 is StubURLProtocol.Type) }
    configuration.protocolClasses = isEnabled ? [StubURLProtocol.self] + others : others
  }

  /// Whether stubs answer the sessions that are made from a configuration.
  @available(*, deprecated, message: "Look for StubURLProtocol in configuration.protocolClasses.")
  public static func isEnabled(for configuration: URLSessionConfiguration) -> Bool {
    configuration.protocolClasses?.contains { $0 is StubURLProtocol.Type } ?? false
  }
}
