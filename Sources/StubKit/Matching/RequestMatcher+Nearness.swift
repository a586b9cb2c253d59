extension RequestMatcher.Expression {
  /// How near a request comes to meeting the expression; closures do not run.
  func nearness(of probe: RequestProbe) -> Nearness {
    switch self {
    case .criterion(let criterion):
      return Nearness(value: criterion.nearness(of: probe), weight: criterion.weight)
    case .all(let parts):
      var sum = 0.0
      var weight = 0.0
      for part in parts {
        let nearness = part.nearness(of: probe)
        sum += nearness.value * nearness.weight
        weight += nearness.weight
      }
      return Nearness(value: weight > 0 ? sum / weight : 0, weight: weight)
    case .any(let parts):
      return parts.map { $0.nearness(of: probe) }.max { $0.value < $1.value }
        ?? Nearness(value: 0, weight: 1)
    case .call(_, let part):
      return part.nearness(of: probe)
    case .not(let part):
      let weight = part.nearness(of: probe).weight
      switch part.verdict(on: probe) {
      case .yes: return Nearness(value: 0, weight: weight)
      case .open: return Nearness(value: 0.5, weight: weight)
      case .no: return Nearness(value: 1, weight: weight)
      }
    }
  }
}
