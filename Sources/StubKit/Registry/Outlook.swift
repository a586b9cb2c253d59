/// What a registry makes of requests before it has looked at any of them.
enum Outlook: Sendable {
  /// None is ours: it is switched off, or has no stub and lets the others through.
  case none
  /// Those that a stub may answer.
  case stubbed
  /// Everything that would use the network, and what a stub may answer beside that.
  case everything
  /// Everything that would use the network, but for what the matcher allows, and what is stubbed.
  case everythingBut(RequestMatcher)
}

extension RegistryState {
  /// What the settings and the number of stubs say already.
  var outlook: Outlook {
    guard settings.isEnabled else { return .none }
    return switch settings.unmatched.kind {
    case .passThrough: index.isEmpty ? .none : .stubbed
    case .fail: .everything
    case .failExcept(let allowed): .everythingBut(allowed)
    }
  }
}
