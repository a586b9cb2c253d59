package enum RequestComparison: Sendable, Equatable {
  /// A host is lowercased.
  case whole(RequestPart, String)
  case oneOf(RequestPart, [String])
  /// Lowercased.
  case scheme(String)
  /// As written, or as the scheme implies; with `isUsual`, every URL without a port matches, too.
  case port(UInt16, isUsual: Bool)
  /// At any depth; the host is lowercased.
  case subdomain(of: String)
  /// Decoded; if the prefix is a folder, the path ends there or goes on with a slash.
  case pathPrefix(String, isFolder: Bool)
  case pathTemplate(PathTemplate)
  case queryName(String)
  case queryItems([QueryItem])
  case headerName(String)
  case headerValue(name: String, value: String)

  func verdict(on probe: RequestProbe) -> Verdict {
    if case .oneOf(let part, let texts) = self {
      return Verdict(texts.contains { $0.withBytes { part.isSame(in: probe, as: $0) } })
    }
    if case .queryItems(let items) = self, items.count > QueryCounts.few {
      let counts = QueryCounts(probe.url.queryPairs)
      return Verdict(items.allSatisfy { counts[$0] >= $0.count })
    }
    var verdict = Verdict.yes
    forEachStep { step in
      if verdict != .no { verdict = min(verdict, step.verdict(on: probe)) }
    }
    return verdict
  }

  /// Whether `forEachStep` visits the whole comparison, in a few steps.
  var isFlat: Bool {
    switch self {
    case .oneOf: false
    case .queryItems(let items): items.count <= QueryCounts.few
    default: true
    }
  }

  var isChoice: Bool { if case .oneOf = self { true } else { false } }

  /// Visits the steps, all of which must hold; `oneOf` has none.
  @inline(__always)
  func forEachStep(_ visit: (ComparisonStep) -> Void) {
    func visitStep(_ kind: ComparisonStep.Kind, _ text: String, _ value: String = "") {
      text.withBytes { text in
        value.withBytes { visit(ComparisonStep(kind: kind, text: text, value: $0)) }
      }
    }
    switch self {
    case .whole(let part, let text): visitStep(.whole(part), text)
    case .oneOf: break
    case .scheme(let scheme): visitStep(.scheme, scheme)
    case .port(let port, let isUsual): visitStep(.port(port, isUsual: isUsual), "")
    case .subdomain(let host): visitStep(.subdomain, host)
    case .pathPrefix(let prefix, let isFolder): visitStep(.pathPrefix(isFolder: isFolder), prefix)
    case .pathTemplate(let template): visitStep(.pathTemplate, template.text)
    case .queryName(let name): visitStep(.queryName, name)
    case .queryItems(let items):
      for item in items {
        let kind = ComparisonStep.Kind.queryItem(
          hasValue: item.value != nil, count: UInt32(clamping: item.count))
        visitStep(kind, item.name, item.value ?? "")
      }
    case .headerName(let name): visitStep(.headerName, name)
    case .headerValue(let name, let value): visitStep(.headerValue, name, value)
    }
  }
}

extension RequestMatcher.Expression {
  /// Returns sets of comparisons; a matching request meets every comparison of at least one set.
  ///
  /// An empty set always holds; if there is no set, nothing can match. Beyond `mostAlternatives`,
  /// comparisons are left out, so that fewer sets remain and require less.
  func alternatives(negated: Bool = false) -> [[RequestComparison]] {
    switch self {
    case .criterion(let criterion):
      guard !negated, let comparison = criterion.comparison else { return [[]] }
      guard case .oneOf(let part, let texts) = comparison else { return [[comparison]] }
      return texts.count > Self.mostAlternatives ? [[]] : texts.map { [.whole(part, $0)] }
    case .call(_, let part):
      return part.alternatives(negated: negated)
    case .not(let part):
      return part.alternatives(negated: !negated)
    case .all(let parts), .any(let parts):
      // By De Morgan's laws a negation turns `all` into `any`, and `any` into `all`.
      if isConjunction != negated { return Self.paired(parts, negated: negated) }
      let sum = parts.flatMap { $0.alternatives(negated: negated) }
      return sum.count > Self.mostAlternatives || sum.contains(where: \.isEmpty) ? [[]] : sum
    }
  }

  private static var mostAlternatives: Int { 16 }

  private static func paired(_ parts: [Self], negated: Bool) -> [[RequestComparison]] {
    // Comparisons without a choice, nearly all of them, belong to every set.
    var common: [RequestComparison] = []
    var choices: [[[RequestComparison]]] = []
    for part in parts {
      // Most matchers have one alternative; this avoids building a set of sets for them.
      if !negated, case .criterion(let criterion) = part, let comparison = criterion.comparison,
        !comparison.isChoice
      {
        common.append(comparison)
        continue
      }
      let sets = part.alternatives(negated: negated)
      if sets.count == 1 { common += sets[0] } else { choices.append(sets) }
    }
    var product = [common]
    // The parts with the fewest sets come first, so that those with the most are left out.
    for sets in choices.sorted(by: { $0.count < $1.count }) {
      guard product.count * sets.count <= mostAlternatives else { break }
      product = product.flatMap { left in sets.map { left + $0 } }
    }
    return product
  }
}
