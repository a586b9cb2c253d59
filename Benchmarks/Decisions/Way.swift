import Dispatch
import Foundation
import StubKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A way by which a request comes to the registry that decides about it.
enum Way: String, CaseIterable {
  /// The door: what a session asks first, with the stubs in `.shared`.
  case door
  /// The same door within a scope.
  case scope
  /// The door of a session that is bound to a registry.
  case session
  /// The decision by itself, without finding the registry, handing it on, and the log.
  case inside

  typealias Ask = (URLRequest) -> Bool

  /// Runs `body` with a registry that lets out what it does not know, and the question to it.
  func withRegistry<Result>(_ body: (StubRegistry, Ask) throws -> Result) throws -> Result {
    switch self {
    case .door:
      defer { StubRegistry.shared.reset() }
      return try body(.shared) { StubURLProtocol.canInit(with: $0) }
    case .scope:
      return try withStubs(unmatched: .passThrough) { registry in
        // What is handed on belongs to the task on whose queue the question is asked.
        try DispatchQueue(label: "org.swift.URLSessionTask.WorkQueue").sync {
          try body(registry) { StubURLProtocol.canInit(with: $0) }
        }
      }
    case .session:
      let registry = StubRegistry(unmatched: .passThrough)
      defer { registry.removeAll() }
      let classes = URLSessionConfiguration.ephemeral.stubbed(by: registry).protocolClasses ?? []
      guard let type = classes.first as? StubURLProtocol.Type else { throw NoProtocol() }
      return try body(registry) { type.canInit(with: $0) }
    case .inside:
      let registry = StubRegistry(unmatched: .passThrough)
      defer { registry.removeAll() }
      return try body(registry) { registry.answers($0) }
    }
  }

  /// Whether one kind of stub and one kind of request are enough to know it by.
  var isShownBriefly: Bool { self == .scope || self == .session }

  private struct NoProtocol: Error, CustomStringConvertible {
    var description: String { "a configuration that is bound to a registry has no protocol" }
  }
}
