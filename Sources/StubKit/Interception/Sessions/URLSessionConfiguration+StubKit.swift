#if canImport(FoundationNetworking)
  import Foundation
#else
  public import Foundation
#endif

extension URLSessionConfiguration {
  /// A new ephemeral configuration whose sessions ask StubKit first and cache nothing.
  ///
  /// Requests made outside of every scope go to the scope in which the configuration was made.
  public static var stubbed: URLSessionConfiguration {
    Installation.ensure()
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.askStubKitFirst()
    return configuration
  }

  /// A copy of the configuration whose sessions are answered by one registry.
  ///
  /// ```swift
  /// let session = URLSession(configuration: .default.stubbed(by: registry))
  /// ```
  /// The sessions do not keep the registry: once it is gone, their requests fail with an error that
  /// says so.
  public func stubbed(by registry: StubRegistry) -> URLSessionConfiguration {
    Installation.ensure()
    let configuration = copy() as? URLSessionConfiguration ?? .ephemeral
    configuration.urlCache = nil
    configuration.ask(SessionBinding.explicitClass(for: registry))
    return configuration
  }

  func askStubKitFirst() {
    // Inside a closure that runs for `.shared`, `scoped` is `.shared`, which needs no own class.
    guard let registry = StubRegistry.scoped, registry !== StubRegistry.shared else {
      return ask(StubURLProtocol.self)
    }
    // A class is never freed, so a configuration of this scope gets no second class.
    if let type = protocolClasses?.first as? StubURLProtocol.Type,
      case .madeIn(let owner) = SessionBinding.finding(on: type, usedBy: nil), owner === registry
    {
      return
    }
    ask(SessionBinding.scopeClass(for: registry))
  }

  func ask(_ type: StubURLProtocol.Type) { protocolClasses = [type] + protocolClassesOfOthers }

  var protocolClassesOfOthers: [AnyClass] {
    (protocolClasses ?? []).filter { !($0 is StubURLProtocol.Type) }
  }
}
