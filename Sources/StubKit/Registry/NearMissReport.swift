/// The text that says why no stub answered a request: who came closest, and what was missing.
struct NearMissReport {
  /// How many stubs a report shows.
  private static let shown = 3

  let request: StubRequest
  /// The stubs that came closest, best first.
  private let closest: [Candidate]
  private let count: Int

  private struct Candidate {
    let stub: Stub
    let nearness: Double
  }

  /// Compares the request with every stub.
  init(of request: StubRequest, stubs: [Stub]) {
    self.request = request
    count = stubs.count
    let candidates = RequestProbe.examining(
      request.urlRequest, body: .seen(request.body), sight: .full
    ) { probe in
      stubs.map { Candidate(stub: $0, nearness: $0.condition.expression.nearness(of: probe)) }
    }
    closest = Array(candidates.sorted { $0.nearness > $1.nearness }.prefix(Self.shown))
  }

  /// The whole report.
  var text: String {
    var lines = ["No stub matches \(request)."]
    if count == 0 {
      lines.append("No stub is registered.")
    } else {
      lines.append(count == 1 ? "The only stub is:" : "The closest of \(count) stubs:")
    }
    for candidate in closest { lines += description(of: candidate.stub) }
    lines.append("To stub it:")
    lines.append("    \(suggestion)")
    return lines.joined(separator: "\n")
  }

  private func description(of stub: Stub) -> [String] {
    let title = "  " + (stub.name.map { "\"\($0)\" " } ?? "") + "at \(stub.location)"
    let result = stub.condition.evaluate(request).description
    return [title] + result.split(separator: "\n").map { "    " + $0 }
  }

  /// A line to paste that would answer the request.
  private var suggestion: String {
    var parts: [String] = []
    if let host = request.host { parts.append("isHost(\(host.debugDescription))") }
    if !request.path.isEmpty { parts.append("isPath(\(request.path.debugDescription))") }
    if request.method != .get {
      parts.append("isMethod(\(request.method.rawValue.debugDescription))")
    }
    if parts.isEmpty { parts.append("anyRequest()") }
    return "stub(condition: \(parts.joined(separator: " && ")), response: .json([:]))"
  }
}

extension RequestMatcher.Expression {
  /// How near a request comes to meeting the expression, from 0 to 1.
  func nearness(of probe: RequestProbe) -> Double {
    switch self {
    case .criterion(let criterion):
      criterion.nearness(of: probe)
    case .all(let parts):
      parts.reduce(0) { $0 + $1.nearness(of: probe) } / Double(parts.count)
    case .any(let parts):
      parts.reduce(0) { max($0, $1.nearness(of: probe)) }
    case .not(let part):
      part.verdict(on: probe) == .yes ? 0 : 1
    }
  }
}
