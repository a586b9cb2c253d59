/// The text that says why no stub answered a request: who came closest, and what was missing.
///
/// Making one costs milliseconds where there are thousands of stubs, and it runs the closures of
/// the stubs it shows: it belongs where a request has failed already, outside every lock.
struct NearMissReport {
  /// How many stubs a report shows.
  static let shown = 3

  let request: StubRequest
  /// What may be shown of it; nil if that is all of it.
  private let shown: StubRequest?
  /// What is wrong with the registry's conditions, for which it lets nothing out.
  let mistakes: [StubIssue]
  /// The stubs that came closest, best first.
  let closest: [Candidate]
  /// How many stubs there are, those that are used up included.
  let count: Int
  /// The remarks on the registry and on others that the request does not reach.
  let remarks: [String]
  /// The condition of a stub that would answer the request.
  let suggestion: RequestMatcher
  /// Whether the remarks say what to do, so that one more stub is not the remedy.
  let isRemarkRemedy: Bool
  /// Whether the suggestion is silent on a body that keeps the closest stub from matching.
  let leavesOutBody: Bool
  /// Whether the suggestion is silent on what the request keeps secret.
  let leavesOutSecrets: Bool
  /// How one calls `stub` for the registry that was asked.
  let call: String
  /// How one has it show secrets.
  let secretsSetting: String

  /// Compares a request with the stubs of a registry.
  ///
  /// - Parameter isLost: Whether the request may be meant for another registry: it is not known to be
  ///   that of a test without a scope.
  init(
    of request: StubRequest, in registry: StubRegistry, origin: String? = nil, isLost: Bool = true
  ) {
    let request = request.readOnce
    self.request = request
    let kind = RegistryKind(of: registry)
    let (active, usedUp) = registry.state.withLock { ($0.index.stubs, $0.usedUp) }
    count = active.count + usedUp.count
    mistakes = registry.mistakes
    let closest = NearMissRanking(request: request).best(Self.shown, of: active, usedUp: usedUp)
    self.closest = closest
    let discretion = Discretion.here
    shown = discretion.shown(request)
    let suggested = StubSuggestion(for: request, shownAs: shown, near: closest.first?.stub)
    suggestion = suggested.condition
    leavesOutBody = suggested.leavesOutBody
    leavesOutSecrets = suggested.leavesOutSecrets
    var remarks: [String] = origin.map { [$0] } ?? []
    if count == 0, mistakes.isEmpty { remarks.append(kind.noStubs) }
    let others =
      isLost
      ? StubsInOtherRegistries(request: request, registry: registry).found
      : (remarks: [], areMeant: false)
    remarks += others.remarks
    let policy = registry.unmatched
    isRemarkRemedy = others.areMeant || policy.remarkIsRemedy
    switch policy.kind {
    case .fail: break
    case .passThrough where mistakes.isEmpty: break
    case .failExcept(let allowed) where mistakes.isEmpty:
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
    call = kind.call
    secretsSetting = discretion.setting
  }

  /// The stub that the request was meant for, as far as can be guessed: that it was not asked needs
  /// not be told beside this report.
  var meant: Stub? {
    guard let closest = closest.first?.stub else { return nil }
    let nearness = request.examine { closest.condition.expression.nearness(of: $0).value }
    return nearness >= NearMissRanking.worthShowing ? closest : nil
  }

  /// The whole report, for a request that failed.
  var text: String {
    (linesOfMistakes + ["No stub matches \((shown ?? request).line)"] + details).joined(
      separator: "\n")
  }

  /// The first mistakes, each once.
  private var linesOfMistakes: [String] {
    var seen: Set<String> = []
    let texts = mistakes.map { $0.isTold ? $0.mentionText ?? $0.text : $0.text }
      .filter { seen.insert($0).inserted }
    let others = texts.count - Self.shown
    return texts.prefix(Self.shown)
      + (others > 0 ? ["… and \(others) more conditions with mistakes."] : [])
  }

  /// What follows the first sentence.
  var details: [String] {
    var lines = remarks
    if count == 1 {
      lines.append("The only stub:")
    } else if count > 0 {
      let isAll = closest.count == count
      let some = closest.count == 1 ? "closest one" : "\(closest.count) closest"
      lines.append(
        isAll ? "The \(count) stubs, closest first:" : "The \(some) of \(count) stubs:")
    }
    // The closures of their conditions run once.
    let results = closest.map { $0.stub.condition.evaluate(request, shownAs: shown) }
    for (candidate, result) in zip(closest, results) {
      lines += candidate.lines(with: result).map { "  " + $0 }
    }
    if !leavesOutSecrets || isRemarkRemedy, results.contains(where: \.hidesSecrets) {
      lines.append("  → What is \(Redaction.mark) is secret; \(secretsSetting) shows it.")
    }
    return (isRemarkRemedy ? lines : lines + linesOfSuggestion) + linesForShell
  }

  /// The line to paste, and what it leaves out.
  private var linesOfSuggestion: [String] {
    var lines = ["To stub it:"]
    lines.append("  \(call)(condition: \(suggestion), response: .json([:]))")
    if leavesOutSecrets {
      lines.append("  → It leaves out what is secret; \(secretsSetting) shows it.")
    }
    if leavesOutBody {
      lines.append("  → It does not check the body, which the closest stub does.")
    }
    return lines
  }

  /// The request to be tried by hand, if the first line does not say all of it.
  private var linesForShell: [String] {
    guard request.hasMoreThanAddress else { return [] }
    return ["To ask it of the server:", "  " + request.curl(showing: 500, as: shown)]
  }
}

extension NearMissReport {
  /// A stub that came close.
  struct Candidate {
    let stub: Stub
    let isUsedUp: Bool

    /// The stub, and each part of its condition with what was found.
    func lines(with result: MatchResult) -> [String] {
      [stub.title + remark(on: result)] + result.reportLines.map { "  " + $0 }
    }

    private func remark(on result: MatchResult) -> String {
      if isUsedUp {
        guard let times = stub.times, times > 0 else { return ", which never answers (times: 0)" }
        return ", used up after \(times.requests)"
      }
      return result.isMatch ? ", which matches now" : ""
    }
  }
}

extension Stub {
  /// The stub as the heading of its part of a report: `"users" at UserTests.swift:12`.
  var title: String {
    name.map { "\($0.swiftLiteral) at \(location)" } ?? "the stub at \(location)"
  }

  /// The same where it is not said what the stub answers: `the stub for isPath("/users") at …`.
  var titleWithCondition: String {
    name == nil ? "the stub for \(conditionInShort) at \(location)" : title
  }
}

extension MatchResult {
  /// Whether something is hidden of what was found instead.
  fileprivate var hidesSecrets: Bool {
    leaves.contains { !$0.isMatch && $0.found.contains(Redaction.mark) }
  }

  /// The lines of the result, with the differences and hints that a reader of a report needs.
  var reportLines: [String] {
    let lines = nodes.flatMap(\.reportLines)
    // A condition made by a program may have thousands of parts.
    guard lines.count > 40 else { return lines }
    return lines.prefix(30) + ["… and \(lines.count - 30) more lines"]
  }
}

extension MatchResult.Leaf {
  /// The leaf as a report shows it, where a long expression would hide what was found.
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
