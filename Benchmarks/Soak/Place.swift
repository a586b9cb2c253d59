/// Which registry answers, and through which session.
enum Place: String, CaseIterable, Sendable {
  /// `StubRegistry.shared` through `URLSession.shared`.
  case shared
  /// `StubRegistry.shared` through sessions that were made as any app makes them.
  case defaultSession, ephemeralSession
  /// A registry of its own through sessions that are bound to it.
  case bound, registrySession
  /// The registry of a scope through `URLSession.shared`, or through a session made in the scope.
  case scope, scopeSession
  /// A registry that records what the server on loopback answers.
  case recording
  /// A registry of its own through a stub server.
  case served

  /// What can be asked for there.
  var kinds: [Kind] {
    switch self {
    // A drop has no response to be replayed.
    case .recording: Kind.onLoopback.filter { $0 != .forwardedDrop }
    // The others are told otherwise on a connection, or are the affair of a session alone.
    case .served:
      [
        .value, .json, .file, .empty, .delayed, .chunked, .dropped, .hang, .syncClosure,
        .asyncClosure, .source,
      ]
    default: Kind.allCases
    }
  }
}
