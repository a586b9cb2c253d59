import Foundation
import StubKit

@available(*, deprecated)
final class RegisteredStubs: AssociatedObjects.Dependent, @unchecked Sendable {
  struct Listeners {
    var onActivation: Unchecked<(URLRequest, any HTTPStubsDescriptor, HTTPStubsResponse) -> Void>?
    var onRedirect:
      Unchecked<(URLRequest, URLRequest, any HTTPStubsDescriptor, HTTPStubsResponse) -> Void>?
    var onFinish:
      Unchecked<(URLRequest, any HTTPStubsDescriptor, HTTPStubsResponse, any Error) -> Void>?
    var onMissing: Unchecked<(URLRequest) -> Void>?

    var isEmpty: Bool {
      onActivation == nil && onRedirect == nil && onFinish == nil && onMissing == nil
    }
  }

  /// As in OHHTTPStubs, a descriptor lives at least as long as its stub.
  private struct Entry {
    weak var descriptor: RegisteredStub?
    /// Nil where the stub's own closure keeps the descriptor.
    let kept: RegisteredStub?
  }

  // Unchecked: the lock guards the variables, but for `registry`, which never changes.
  private let lock = NSLock()
  private weak var registry: StubRegistry?
  private var entries: [ObjectIdentifier: Entry] = [:]
  /// The number of entries at which the entries of released stubs are dropped.
  private var roomForEntries = 64
  private var listeners = Listeners()
  private var token: EventToken?

  private init(_ registry: StubRegistry) {
    self.registry = registry
  }

  static var current: RegisteredStubs {
    let registry = StubRegistry.current
    return registry.associatedObjects.object(RegisteredStubs.self) { RegisteredStubs(registry) }
  }

  func reset() {
    listen { $0 = Listeners() }
  }

  func note(_ descriptor: RegisteredStub, for stub: Stub) {
    lock.withLock {
      if entries.count >= roomForEntries {
        entries = entries.filter { $0.value.descriptor?.stub != nil }
        roomForEntries = max(64, 2 * entries.count)
      }
      let kept = descriptor.tellsActivation ? nil : descriptor
      entries[ObjectIdentifier(stub)] = Entry(descriptor: descriptor, kept: kept)
    }
  }

  func descriptor(of stub: Stub) -> RegisteredStub {
    let known = lock.withLock { entries[ObjectIdentifier(stub)]?.descriptor }
    // A new stub may have the address of a released one.
    if let known, known.stub === stub { return known }
    let descriptor = RegisteredStub(stub)
    note(descriptor, for: stub)
    return descriptor
  }

  func listen(_ change: (inout Listeners) -> Void) {
    let (before, isNew, isOver) = lock.withLock {
      let before = listeners
      change(&listeners)
      return (before, token == nil && !listeners.isEmpty, listeners.isEmpty)
    }
    // A listener may hold a user's objects, which are released outside of the lock.
    withExtendedLifetime(before) {}
    if isNew {
      let token = registry?.onEvent { [weak self] event in self?.tellInScope(event) }
      // Two threads may have set the first listeners at once.
      let former = lock.withLock {
        defer { self.token = token }
        return self.token
      }
      former?.cancel()
    } else if isOver {
      let token = lock.withLock {
        defer { self.token = nil }
        return self.token
      }
      token?.cancel()
    }
  }

  func tellActivation(
    of stub: RegisteredStub, by request: URLRequest, _ response: HTTPStubsResponse
  ) {
    lock.withLock { listeners.onActivation }?.value(request, stub, response)
  }

  /// Calls listeners in the registry's scope, so that they register and remove stubs there.
  private func tellInScope(_ event: StubEvent) {
    guard let registry, registry !== StubRegistry.shared else { return tell(event) }
    registry.surrounding { tell(event) }
  }

  private func tell(_ event: StubEvent) {
    let listeners = lock.withLock { self.listeners }
    let request = event.request.asBlocksSeeIt
    guard let stub = event.stub.map(descriptor(of:)) else {
      if event.kind == .unmatched { listeners.onMissing?.value(request) }
      return
    }
    switch event.kind {
    case .activated where !stub.tellsActivation:
      listeners.onActivation?.value(request, stub, HTTPStubsResponse(event))
    case .redirected:
      guard let next = event.requestThatFollows else { return }
      listeners.onRedirect?.value(request, next, stub, HTTPStubsResponse(event))
      // A redirect, too, is an answer, and its delivery is complete.
      listeners.onFinish?.value(request, stub, HTTPStubsResponse(event), WholeAnswer())
    case .finished:
      listeners.onFinish?.value(
        request, stub, HTTPStubsResponse(event), event.error ?? WholeAnswer())
    default:
      return
    }
  }
}

/// The error after a complete answer: OHHTTPStubs passes nil, which Swift's type does not allow.
private struct WholeAnswer: LocalizedError {
  var errorDescription: String? { "There is no error: the stub's answer was delivered." }
}

@available(*, deprecated)
extension HTTPStubsResponse {
  fileprivate convenience init(_ event: StubEvent) {
    self.init()
    error = event.error
    guard let head = event.response else { return }
    statusCode = Int32(clamping: head.status)
    httpHeaders = head.headers.dictionary
    dataSize = head.headers["Content-Length"].flatMap(UInt64.init) ?? 0
  }
}

extension StubEvent {
  fileprivate var requestThatFollows: URLRequest? {
    guard let redirectURL, let response else { return nil }
    return Redirection.request(
      after: response.status, location: redirectURL.absoluteString, from: request.urlRequest,
      body: request.body, by: stub?.redirectRule)
  }
}
