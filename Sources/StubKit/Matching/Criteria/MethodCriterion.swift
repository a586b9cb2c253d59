/// The request's method is one of a few.
struct MethodCriterion: Criterion {
  /// The methods that are meant.
  let methods: [StubRequest.Method]

  func verdict(on probe: RequestProbe) -> Verdict {
    let method = probe.method
    return Verdict(methods.contains { $0.rawValue == method })
  }

  func finding(in probe: RequestProbe) -> String {
    "the method is \(probe.method)"
  }

  var requirement: Requirement? { .method(methods.map(\.rawValue)) }

  var description: String {
    if methods.count == 1, Self.named.contains(methods[0]) { return "isMethod\(methods[0])()" }
    return "isMethod(\(methods.map { "\"\($0)\"" }.joined(separator: ", ")))"
  }

  /// The methods that have a function of their own.
  private static let named: [StubRequest.Method] = [.get, .post, .put, .patch, .delete, .head]
}
