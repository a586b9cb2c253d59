/// What kind of registry one is by the requests that it answers, as reports speak of it.
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

  /// That there is no stub at all.
  var noStubs: String {
    switch self {
    case .shared: "No stub is registered in `.shared`."
    case .scope: "No stub is registered in this scope."
    case .sessions: "No stub is registered in this registry."
    }
  }

  /// How one registers a stub here.
  var call: String {
    switch self {
    case .shared, .scope: "stub"
    case .sessions: "registry.stub"
    }
  }
}
