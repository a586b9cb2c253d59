/// The report on a request that no stub answered: the closest stubs, and why they do not match.
///
/// Making a report takes long, and its text runs the closures of the stubs that it shows: make and
/// read one neither under a lock nor in the client's context.
struct NearMissReport {
  static let shown = 3

  let request: StubRequest
  /// The request without its secrets; nil if it has none.
  private let shown: StubRequest?
  let mistakes: [StubIssue]
  let closest: [Stub]
  let count: Int
  let remarks: [String]
  let suggestion: StubSuggestion
  let isRemarkRemedy: Bool
  /// How a test calls `stub` on this registry, as source code.
  let call: String
  let secretsSetting: String

  /// `isLost` is false if a test without a scope made the request.
  ///
  /// Such a request cannot be meant for another registry.
  init(
    of request: StubRequest, in registry: StubRegistry, origin: String? = nil, isLost: Bool = true
  ) {
    let request = request.readOnce
    self.request = request
    let isOfSessions = !registry.isShared && !ScopeDirectory.isScope(registry)
    let (active, usedUp) = registry.state.withLock { ($0.index.stubs, $0.usedUp) }
    count = active.count + usedUp.count
    mistakes = registry.mistakes
    let closest = NearMissRanking(request: request).best(of: active, usedUp: usedUp)
    self.closest = closest
    let discretion = Discretion.here
    shown = discretion.shown(request)
    suggestion = StubSuggestion(for: request, shownAs: shown, near: closest.first)
    var remarks: [String] = origin.map { [$0] } ?? []
    if ServedPorts.contain(request.url),
      let missed = request.examine({ probe in
        closest.compactMap { stub in
          stub.condition.expression.criterion(missedBy: probe) {
            $0 is HostCriterion || $0 is PortCriterion
          }
        }.first
      })
    {
      remarks.append(
        "It came by a stub server's own address, which \(missed) does not match: give the client "
          + "`server.url(for: …)` as its base address.")
    }
    if count == 0, mistakes.isEmpty {
      let place = registry.isShared ? "`.shared`" : isOfSessions ? "this registry" : "this scope"
      let wasUsed = registry.lastStubLocation != nil
      let state = wasUsed ? "Every stub has been removed from" : "No stub is registered in"
      remarks.append("\(state) \(place).")
    }
    let others = isLost ? StubsInOtherRegistries(request: request, registry: registry).found : nil
    remarks += others?.remarks ?? []
    let policy = registry.unmatched
    isRemarkRemedy = others?.areMeant == true || policy.remarkIsRemedy
    switch policy.kind {
    case .fail: break
    case _ where ServedPorts.contain(request.url):
      remarks.append("Nothing goes to the network from a stub server's own address (\(policy)).")
    case .passThrough where mistakes.isEmpty: break
    case .failExcept(let allowed) where mistakes.isEmpty:
      if allowed.matches(request) { break }
      remarks.append("It is not one of the requests that may go to the network: \(allowed)")
    case .passThrough, .failExcept:
      remarks.append("Until that is corrected, nothing goes to the network (\(policy)).")
    }
    remarks += [policy.remark].compactMap(\.self)
    for (name, location) in registry.state.withLock(\.archives)
    where active.contains(where: { $0.location == location }) {
      remarks.append(
        "\(name.withVisibleControls), an archive given at \(location), has no answer to it.")
    }
    self.remarks = remarks
    call = isOfSessions ? "registry.stub" : "stub"
    secretsSetting = discretion.setting
  }

  /// The stub that the request was probably meant for; it is then not reported as unused.
  var meant: Stub? {
    guard let closest = closest.first else { return nil }
    let nearness = request.examine { closest.condition.expression.nearness(of: $0).value }
    return nearness >= NearMissRanking.worthShowing ? closest : nil
  }

  var text: String {
    (linesOfMistakes + ["No stub matches \((shown ?? request).line)"] + details).joined(
      separator: "\n")
  }

  private var linesOfMistakes: [String] {
    var seen: Set<String> = []
    return mistakes.map(\.listedText).filter { seen.insert($0).inserted }
      .shortened(to: Self.shown) { "… and \($0) more with mistakes." }
  }

  var details: [String] {
    var lines = remarks
    if count == 1 {
      lines.append("The only stub:")
    } else if count > 0 {
      let isAll = closest.count == count
      let some = closest.count == 1 ? "closest one" : "\(closest.count) closest"
      lines.append(isAll ? "The \(count) stubs, closest first:" : "The \(some) of \(count) stubs:")
    }
    // Evaluated once, because this runs the closures of the conditions.
    let results = closest.map { $0.condition.evaluate(request, shownAs: shown) }
    for (stub, result) in zip(closest, results) {
      lines.append("  " + stub.title + stub.remark(on: result))
      lines += result.reportLines.map { "    " + $0 }
    }
    if shown != nil {
      lines.append("  → What is \(Redaction.mark) is secret; \(secretsSetting) shows it.")
    }
    return (isRemarkRemedy ? lines : lines + linesOfSuggestion) + linesForShell
  }

  private var linesOfSuggestion: [String] {
    var lines = ["To stub it:"]
    lines.append("  \(call)(condition: \(suggestion.condition), response: .json([:]))")
    if suggestion.leavesOutBody {
      lines.append("  → It does not check the body, which the closest stub does.")
    }
    return lines
  }

  private var linesForShell: [String] {
    // Nobody answers at a stub server's address once the test has ended.
    guard request.hasMoreThanAddress, !ServedPorts.contain(request.url) else { return [] }
    return ["To ask it of the server:", "  " + request.curl(showing: 500, as: shown)]
  }
}

extension Stub {
  fileprivate func remark(on result: MatchResult) -> String {
    if !isActive, let times {
      return times > 0 ? ", used up after \(times.requests)" : ", which never answers"
    }
    return result.isMatch ? ", which matches now" : ""
  }

  package var title: String {
    name.map { "\($0.swiftLiteral) at \(location)" } ?? "the stub at \(location)"
  }

  var titleWithCondition: String {
    name == nil ? "the stub for \(conditionInShort) at \(location)" : title
  }
}

extension MatchResult {
  var reportLines: [String] {
    let lines = nodes.flatMap(\.reportLines)
    // A generated condition may have thousands of parts.
    guard lines.count > 40 else { return lines }
    return lines.prefix(30) + ["… and \(lines.count - 30) more lines"]
  }
}

extension MatchResult.Leaf {
  /// A long expression must not hide the found value.
  fileprivate func shortened(finding found: String) -> Self {
    Self(expression: expression.shortened(to: 120), isMatch: isMatch, found: found)
  }
}

extension MatchResult.Node {
  fileprivate var reportLines: [String] {
    switch self {
    case .leaf(let leaf):
      let hint = leaf.hint.map { ["  → " + $0] } ?? []
      if !leaf.isMatch, let findings = leaf.findings, findings.needsLines {
        return [leaf.shortened(finding: findings.heading).description]
          + findings.lines.map { "  " + $0 } + hint
      }
      let difference = leaf.difference.map { ", " + $0 } ?? ""
      return [leaf.shortened(finding: leaf.found).description + difference] + hint
    case .group(let title, let isMatch, let parts):
      return ["\(isMatch ? "✓" : "✗") \(title)"] + parts.flatMap(\.reportLines).map { "  " + $0 }
    }
  }
}
