/// The kind of a registry, as reports speak of it.
enum RegistryKind {
  /// `.shared`: every request for which no other registry is found.
  case shared
  /// The requests of a scope.
  case scope
  /// The requests of the sessions that are bound to it.
  case sessions

  init(of registry: StubRegistry) {
    if registry === StubRegistry.shared {
      self = .shared
    } else {
      self = ScopeDirectory.isScope(registry) ? .scope : .sessions
    }
  }

  /// The sentence that there is no stub.
  var noStubs: String {
    switch self {
    case .shared: "No stub is registered in `.shared`."
    case .scope: "No stub is registered in this scope."
    case .sessions: "No stub is registered in this registry."
    }
  }

  /// The call that registers a stub here, as in source.
  var call: String {
    switch self {
    case .shared, .scope: "stub"
    case .sessions: "registry.stub"
    }
  }
}
