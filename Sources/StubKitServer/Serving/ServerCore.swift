import Dispatch
import Foundation
import StubKit

final class ServerCore: Sendable {
  let registry: StubRegistry
  /// Belongs to the test that started the server: requests from other processes name no test.
  let reporter: IssueReporter?
  let settings: ServerSettings
  let page: LivePage
  private let loop: any ServingLoop
  /// The serving process; a process forked from it has this object, but no serving thread.
  private let process = ProcessInfo.processInfo.processIdentifier
  private let state = Locked(State())
  private let running = DispatchGroup()
  /// The reports that the test has not received yet.
  let notes = DispatchGroup()

  private struct State {
    var own: Listener?
    var listeners: [ServedOrigin: Listener] = [:]
    var isReachable = true
    var isOpen = true
    var isStopped = false

    var all: [Listener] { (own.map { [$0] } ?? []) + listeners.values }
  }

  init(_ registry: StubRegistry, port: Int, settings: ServerSettings) throws {
    guard let number = UInt16(exactly: port) else { throw StubServerError.noPort(port) }
    guard 200...999 ~= settings.unmatchedStatus,
      ![204, 205, 304].contains(settings.unmatchedStatus)
    else { throw StubServerError.unmatchedStatus(settings.unmatchedStatus) }
    guard settings.bodyLimit >= 0 else { throw StubServerError.bodyLimit(settings.bodyLimit) }
    (self.registry, self.settings) = (registry, settings)
    reporter = registry.reporterForRequest()
    page = LivePage(of: registry, token: LivePage.makeToken())
    do {
      loop = try makeServingLoop()
    } catch {
      throw StubServerError.port(port, error)
    }
    do {
      // Under the lock: a client that comes at once finds the port.
      let opened = state.withLock { state in
        Result {
          let listener = try Listener(port: number, on: loop, owner: ServedPort(of: self, for: nil))
          ServedPorts.add(Int(listener.port), of: registry)
          state.own = listener
        }
      }
      try opened.get()
      running.enter()
    } catch {
      loop.stop()
      throw StubServerError.port(port, error)
    }
    updateReachability()
  }

  var limits: RequestLimits { RequestLimits(body: settings.bodyLimit) }
  var port: Int { state.withLock { $0.own.map { Int($0.port) } ?? 0 } }
  var url: URL { Self.url(at: port) }

  private static func url(at port: Int) -> URL {
    URL(string: "http://127.0.0.1:\(port)") ?? URL(filePath: "/")
  }

  func url(for address: String) -> URL {
    let escaped = address.escapedAddress
    if address.hasPrefix("/") && !address.hasPrefix("//") || address.hasPrefix("?") {
      return URL(string: escaped, relativeTo: url)?.absoluteURL ?? url
    }
    guard var components = URLComponents(string: escaped),
      let origin = ServedOrigin(of: components)
    else {
      note(noAddress: address)
      return url
    }
    if HostField(components.encodedHost ?? "").isLoopback, let port = components.port,
      state.withLock({ $0.all.contains { Int($0.port) == port } })
    {
      components.scheme = "http"
      return components.url ?? url
    }
    components.scheme = "http"
    components.host = "127.0.0.1"
    components.port = port(for: origin)
    return components.url ?? url
  }

  /// Nil if the port does not belong to this server.
  func servedPort(_ port: Int) -> ServedPort? {
    state.withLock { state in
      let origin = state.listeners.first { Int($0.value.port) == port }?.key
      guard origin != nil || state.own.map({ Int($0.port) }) == port else { return nil }
      return ServedPort(of: self, for: origin)
    }
  }

  /// Opens a port if the origin has none yet; returns the server's own port if that fails.
  private func port(for origin: ServedOrigin) -> Int {
    let opened = state.withLock { state in
      Result {
        if let known = state.listeners[origin] { return Int(known.port) }
        guard !state.isStopped else { throw StubServerError.stopped }
        let listener = try Listener(
          on: loop, owner: ServedPort(of: self, for: origin), isSuspended: !state.isOpen)
        ServedPorts.add(Int(listener.port), of: registry)
        state.listeners[origin] = listener
        return Int(listener.port)
      }
    }
    do {
      return try opened.get()
    } catch {
      let reason = error as? StubServerError ?? .port(0, error)
      note("\(reason) Nobody answers for \(origin.text).")
      return port
    }
  }
}

extension ServerCore {
  var isReachable: Bool {
    get { state.withLock(\.isReachable) }
    set {
      state.withLock { $0.isReachable = newValue }
      updateReachability()
    }
  }

  /// Closes or opens the ports if necessary, and returns when that is done.
  func updateReachability() {
    let done = DispatchGroup()
    state.withLock { state in
      // Read under the lock: of several threads that set the network, the last one may not be the
      // last to come here.
      let isOpen = state.isReachable && registry.network?.isOffline != true
      guard isHere, !state.isStopped, isOpen != state.isOpen else { return }
      state.isOpen = isOpen
      // Under the lock, so that the loop makes the changes in the order of the calls.
      for listener in state.all {
        done.enter()
        loop.perform { [self] in set(listener, isOpen: isOpen) { done.leave() } }
      }
    }
    done.wait()
  }

  private func set(
    _ listener: Listener, isOpen: Bool, _ done: @escaping @Sendable () -> Void
  ) {
    guard isOpen else { return listener.suspend(whenClosed: done) }
    do {
      try listener.resume()
    } catch {
      note("\(StubServerError.port(Int(listener.port), error))")
    }
    done()
  }

  private var isHere: Bool { ProcessInfo.processInfo.processIdentifier == process }

  func stop() {
    guard isHere else { return }
    let listeners = state.withLock { state -> [Listener]? in
      defer { state.isStopped = true }
      return state.isStopped ? nil : state.all
    }
    guard let listeners else { return running.wait() }
    page.end()
    for listener in listeners {
      // Removed first, since a closed port may at once belong to another server.
      ServedPorts.remove(Int(listener.port))
      loop.perform { listener.close() }
    }
    loop.stop()
    // Later reports would miss the test. A report may itself stop the server, hence the timeout.
    _ = notes.wait(timeout: .now() + 2)
    registry.associatedObjects.existing(Servers.self)?.remove(self)
    running.leave()
  }
}

struct ServerSettings: Sendable {
  var keepsAlive = true
  var unmatchedStatus = 501
  var bodyLimit = 64 << 20
}
