#if canImport(FoundationNetworking)
  import Foundation
#else
  public import Foundation
#endif

extension StubRegistry {
  /// Says which stub would answer a request, or which came closest and why they do not match.
  ///
  /// ```swift
  /// print(registry.explain(request))
  /// // No stub matches GET https://api.example.com/user
  /// // The only stub:
  /// //   "users" at UserTests.swift:12
  /// //     ✓ isHost("api.example.com")
  /// //     ✗ isPath("/users"): the path is "/user"
  /// // …
  /// ```
  /// It runs the closures in conditions, and it claims and logs nothing. A body that is only a
  /// stream is not read, since reading would use it up.
  public func explain(_ request: URLRequest) -> String { saying { explain(StubRequest(request)) } }

  func explain(_ request: StubRequest) -> String {
    guard isEnabled else {
      return "\(request) goes to the network: the registry is switched off (isEnabled = false)."
    }
    let request = request.readOnce
    // As for a real request, closures in conditions find this registry as `current`.
    return surrounding {
      let answerers = answerers(of: request)
      let isLetOut = !answerers.areUnknown && answerers.found == nil && isLetOut(request)
      if !isLetOut, request.examine(\.isUnsendable) {
        let stub = answerers.found.map { "It is meant for \($0.stub.title)." }
        return URLError.unsendable(request).localizedDescription + "\n"
          + (stub ?? NearMissReport(of: request, in: self).text)
      }
      if let (stub, others) = answerers.found {
        return answer(to: request, by: stub, before: others)
      }
      let report = NearMissReport(of: request, in: self)
      guard isLetOut else { return report.text }
      let line = "No stub matches \(request), which goes to the network (\(unmatched))"
      return ([line] + report.details).joined(separator: "\n")
    }
  }

  /// The report on a failed request.
  ///
  /// Notes in the exchange which stub was meant, and whether the test expects that no stub
  /// matches.
  func nearMissReport(
    of request: StubRequest, in exchange: ExchangeLog.ID? = nil, origin: String? = nil,
    isLost: Bool = true
  ) -> String {
    // First, since the request may time out before the report is made.
    noteIfExpected(request, in: exchange)
    let (text, meant) = surrounding {
      saying {
        let report = NearMissReport(of: request, in: self, origin: origin, isLost: isLost)
        return (report.text, report.meant)
      }
    }
    if let exchange, let meant {
      _ = state.withLock { $0.log.update(exchange) { $0.meant = meant.rank.number } }
    }
    return text
  }

  private func answer(to request: StubRequest, by stub: Stub, before others: [Stub]) -> String {
    var lines = ["\(request) is answered by \(stub.title)"]
    lines += stub.condition.evaluate(request).reportLines.map { "  " + $0 }
    if !others.isEmpty {
      let places = others.map { "\($0.location)" }.phrase
      lines.append(
        others.count == 1
          ? "It comes before the stub at \(places), which matches, too."
          : "It comes before the stubs at \(places), which match, too.")
    }
    return lines.joined(separator: "\n")
  }

  /// The stub that would answer, and the next ones that match; nil if none is known to match.
  private func answerers(
    of request: StubRequest
  ) -> (found: (stub: Stub, others: [Stub])?, areUnknown: Bool) {
    var found: [Stub] = []
    var areUnknown = false
    var ceiling: Stub.Rank?
    // Limited, since each further stub may have a closure that says no.
    var rest = 100
    while found.count <= NearMissReport.shown, rest > 0, !areUnknown {
      let next = request.examine(at: .guarded) { probe in
        probe.askingUntilRead { state.withLock { $0.index.best(for: probe, below: ceiling) } }
      }
      guard let (stub, verdict) = next else { break }
      ceiling = stub.rank
      if !found.isEmpty { rest -= 1 }
      let isMatch =
        verdict == .yes
        || request.examine(at: .full) { probe in
          let isMatch = stub.condition.verdict(on: probe) == .yes
          areUnknown = probe.isUnknown
          return isMatch && !areUnknown
        }
      if isMatch { found.append(stub) }
    }
    return (found.first.map { ($0, Array(found.dropFirst())) }, areUnknown)
  }

  private func isLetOut(_ request: StubRequest) -> Bool {
    let needsNetwork = ScannedURL.scanning(request.url) { $0.needsNetwork }
    if ServedPorts.contain(request.url) || needsNetwork && !mistakes.isEmpty { return false }
    return switch unmatched.kind {
    case .passThrough: true
    case .fail: false
    case .failExcept(let allowed): allowed.matches(request)
    }
  }
}
