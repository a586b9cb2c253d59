/// The request's method is one of a few.
package struct MethodCriterion: ExactCriterion {
  let methods: [StubRequest.Method]

  package init(methods: [StubRequest.Method]) {
    self.methods = methods
  }

  var meaning: RequestComparison {
    methods.count == 1
      ? .whole(.method, methods[0].rawValue) : .oneOf(.method, methods.map(\.rawValue))
  }

  package func finding(in probe: RequestProbe) -> String {
    "the method is \(probe.method)"
  }

  package var hint: String? {
    if methods.isEmpty { return "it names no method, so it matches no request" }
    // URLRequest capitalises these six, so that their lowercase spelling never arrives.
    let capitalised = ["GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT"]
    for method in methods {
      let uppercased = method.rawValue.uppercased()
      guard method.rawValue != uppercased, capitalised.contains(uppercased) else { continue }
      return "case matters in methods; write \(uppercased.swiftLiteral)"
    }
    return nil
  }

  package var description: String {
    if methods.count == 1, Self.named.contains(methods[0]) { return "isMethod\(methods[0])()" }
    return "isMethod(\(methods.map(\.rawValue.swiftLiteral).joined(separator: ", ")))"
  }

  /// The methods that have a function of their own.
  private static let named: [StubRequest.Method] = [.get, .post, .put, .patch, .delete, .head]
}
