import StubKit

/// The servers of a registry, which end with its scope or when it is reset.
final class Servers: AssociatedObjects.Dependent, Sendable {
  private let cores = Locked<[ServerCore]>([])

  func add(_ core: ServerCore) {
    cores.withLock { $0.append(core) }
  }

  func remove(_ core: ServerCore) {
    cores.withLock { $0.removeAll { $0 === core } }
  }

  func willEnd() {
    for core in cores.withLock(\.self) { core.stop() }
  }

  func networkChanged() {
    for core in cores.withLock(\.self) { core.updateReachability() }
  }
}
