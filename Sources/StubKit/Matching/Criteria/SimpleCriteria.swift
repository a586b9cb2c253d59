package struct AnyRequestCriterion: Criterion {
  package init() {}

  package func finding(in probe: RequestProbe) -> String { "every request matches" }
  package var weight: Double { 0.1 }
  package var description: String { "anyRequest()" }
}

struct MistakenCriterion: Criterion {
  let found: MatcherMistake

  var mistake: String? { found.description }
  func condition(on probe: RequestProbe) -> Verdict { .no }
  func finding(in probe: RequestProbe) -> String { found.reason }
  var description: String { found.call }
}

package struct MethodCriterion: Criterion {
  private let methods: [StubRequest.Method]

  package init(methods: [StubRequest.Method]) { self.methods = methods }

  package var comparison: RequestComparison? {
    methods.count == 1
      ? .whole(.method, methods[0].rawValue) : .oneOf(.method, methods.map(\.rawValue))
  }

  package var isExact: Bool { true }

  package func finding(in probe: RequestProbe) -> String { "the method is \(probe.method)" }

  package func difference(in probe: RequestProbe) -> String? {
    methods.lazy.compactMap { probe.method.difference(from: $0.rawValue) }.first
  }

  package var mistake: String? { mistake(because: methods.isEmpty ? "it names no method" : nil) }

  package func hint(in probe: RequestProbe?) -> String? {
    let meant = methods.lazy.filter { $0.rawValue != $0.rawValue.uppercased() }
      .map { $0.rawValue.uppercased() }.first(where: Self.capitalised.contains)
    return meant.map { "case matters in methods; write \($0.swiftLiteral)" }
  }

  package var description: String {
    if methods.count == 1, Self.named.contains(methods[0]) { return "isMethod\(methods[0])()" }
    return "isMethod(\(methods.map(\.rawValue.swiftLiteral).joined(separator: ", ")))"
  }

  /// `URLRequest` writes these methods in capitals, so no request has one in lower case.
  package static let capitalised = ["GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT"]
  private static let named: [StubRequest.Method] = [.get, .post, .put, .patch, .delete, .head]
}
