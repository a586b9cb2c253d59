import Foundation

extension StubRegistry {
  @TaskLocal static var scopeOfTask: StubRegistry?

  @inline(__always)
  static var scoped: StubRegistry? { ProcessUse.soFar.contains(.scopes) ? scopeOfTask : nil }

  package func surrounding<Result>(_ operation: () throws -> Result) rethrows -> Result {
    ProcessUse.note(.scopes)
    return try Self.$scopeOfTask.withValue(self, operation: operation)
  }

  package func surrounding<Result>(
    isolation: isolated (any Actor)? = #isolation, _ operation: () async throws -> Result
  ) async rethrows -> Result {
    ProcessUse.note(.scopes)
    return try await Self.$scopeOfTask.withValue(self, operation: operation, isolation: isolation)
  }

  /// The registry in which stubs are registered here: that of the scope or test, or `.shared`.
  public static var current: StubRegistry { scoped ?? unscoped }

  /// Notes that `.shared` is in use; to be called when a registry is used or changed.
  func noteUse() { if isShared { ProcessUse.note(.shared) } }

  @inline(__always)
  var isShared: Bool { self === StubRegistry.shared }

  private static let standIns = Locked<[StubRegistry]>([])

  /// The registry of code without a scope: `.shared`, unless another stands in for it.
  @inline(__always)
  static var unscoped: StubRegistry {
    guard ProcessUse.soFar.contains(.standIns) else { return shared }
    return standIns.withLock { $0.last } ?? shared
  }

  /// Lets this registry stand in for `.shared` during an operation.
  ///
  /// Only for a process that runs one test after the other and may lose task-locals on the way, as
  /// XCTest does: if tests ran in parallel, the stubs of one would answer requests of another.
  package func standingInForShared<Result>(_ operation: () throws -> Result) rethrows -> Result {
    ProcessUse.note(.standIns)
    Self.standIns.withLock { $0.append(self) }
    defer { Self.standIns.withLock { standIns in standIns.removeAll { $0 === self } } }
    return try operation()
  }

  /// Fails unmatched requests, also after a reset, unless a user sets the policy.
  package func failUnmatchedUnlessSet() {
    state.withLock { state in
      state.initialSettings.unmatched = .failAmongTests
      if !state.isPolicySet { state.settings.unmatched = .failAmongTests }
      noteUse()
    }
  }

  /// With a simulated clock the operation runs on a lane: the calling task's, or else a new one.
  func inLane<Result>(
    isolation: isolated (any Actor)? = #isolation, _ operation: () async throws -> Result
  ) async rethrows -> Result {
    guard let rest else { return try await operation() }
    // A task that outlives its scope is still on that scope's lane, which is closed.
    let around = JobLane.current.flatMap { $0.isClosed ? nil : $0 }
    let isNew = around == nil
    let lane = around ?? JobLane(relievingItself: true)
    let outer = ScopeDirectory.scopes(outwardsFrom: self).dropFirst().lazy.compactMap(\.rest).first
    if let outer { rest.nest(within: outer) }
    rest.noteScope()
    rest.add(lane)
    defer {
      rest.remove(lane)
      if isNew { lane.close() }
    }
    guard isNew else { return try await operation() }
    await lane.enter(isolation: isolation)
    return try await JobLane.$current.withValue(lane, operation: operation, isolation: isolation)
  }
}

/// The loopback ports of this process's servers, which sessions ask over the network.
package enum ServedPorts {
  private static let ports = Locked<[Int: ObjectIdentifier]>([:])
  /// The names of the loopback interface, also as a `Host` field writes them.
  package static let hosts: Set = ["127.0.0.1", "::1", "[::1]", "localhost", "0.0.0.0"]

  package static func add(_ port: Int, of registry: StubRegistry) {
    ProcessUse.note(.servers)
    ports.withLock { $0[port] = ObjectIdentifier(registry) }
  }

  package static func remove(_ port: Int) { ports.withLock { $0[port] = nil } }

  static func contain(_ url: @autoclosure () -> URL?) -> Bool {
    mayContain && ScannedURL.scanning(url(), contain)
  }

  static func lead(from url: URL?, to registry: StubRegistry) -> Bool {
    contain(url) && ports.withLock { $0[url?.port ?? 0] == ObjectIdentifier(registry) }
  }

  static var mayContain: Bool { ProcessUse.soFar.contains(.servers) }

  static func contain(_ url: ScannedURL) -> Bool {
    guard mayContain, let port = url.port, ports.withLock({ $0[port] != nil }) else {
      return false
    }
    let host = url.host ?? ""
    return hosts.contains(host) || host.hasSuffix(".localhost")
  }
}
