#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking

  /// Carries the scope of a request from `canInit`, where it can be seen, to the instance.
  ///
  /// The fact: `resume()` calls `canInit` on its own thread, with the caller's task-locals, but the
  /// instance is made and started elsewhere. What both see is the same request, and a `URLRequest`
  /// is one reference to its storage (and a flag). The task keeps the storage alive in between, so
  /// its address names the request; it is never followed. An address that is used again is
  /// overwritten, or cleared, by the next `canInit` for it.
  enum ScopeHandover {
    private static let registries = Locked<[UInt: StubRegistry]>([:])

    static func leave(_ registry: StubRegistry, for request: URLRequest) {
      guard let address = address(of: request) else { return }
      registries.withLock { registries in
        if registry !== StubRegistry.shared {
          registries[address] = registry
        } else if !registries.isEmpty {
          registries[address] = nil
        }
      }
    }

    /// Drops what was left for a request that is not ours after all, so that nothing keeps a registry.
    static func forget(_ request: URLRequest) {
      _ = take(for: request)
    }

    static func take(for request: URLRequest) -> StubRegistry? {
      guard let address = address(of: request) else { return nil }
      return registries.withLock { $0.isEmpty ? nil : $0.removeValue(forKey: address) }
    }

    /// The first word of the request, if requests still look the way this was measured on.
    private static func address(of request: URLRequest) -> UInt? {
      guard MemoryLayout<URLRequest>.size == MemoryLayout<UInt>.size + 1 else { return nil }
      return withUnsafeBytes(of: request) { $0.loadUnaligned(as: UInt.self) }
    }
  }
#endif
