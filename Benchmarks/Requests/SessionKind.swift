import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a session's configuration is made from.
enum SessionKind: String, CaseIterable {
  case ephemeral
  case standard = "default"
  /// The floor's session has no cache, which StubKit's keeps.
  case cacheless = "floor without cache"

  /// A session as an app makes it, or one of which a protocol answers everything.
  func session(of type: URLProtocol.Type? = nil) -> URLSession {
    let configuration: URLSessionConfiguration = self == .standard ? .default : .ephemeral
    if let type {
      configuration.protocolClasses = [type]
      // As Foundation makes it: StubKit makes the caches of all sessions quicker.
      if self == .ephemeral {
        configuration.urlCache = URLCache(memoryCapacity: 4 << 20, diskCapacity: 0, diskPath: nil)
      }
    }
    if self == .cacheless { configuration.urlCache = nil }
    return URLSession(configuration: configuration)
  }
}
