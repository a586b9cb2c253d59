package struct GraphQLCriterion: Criterion {
  enum Subject: Sendable {
    case kind(GraphQLDocument.Kind)
    case name(String, variables: JSONPattern?)
  }

  let subject: Subject
  private let isPlain: Bool

  init(kind: GraphQLDocument.Kind) {
    subject = .kind(kind)
    isPlain = true
  }

  package init(name: String) throws(MatcherMistake) { try self.init(name: name, variables: nil) }

  init(name: String, variables: JSONPattern?) throws(MatcherMistake) {
    subject = .name(name, variables: variables)
    isPlain = variables?.isPlain ?? true
    if let reason = Self.mistake(in: name) {
      throw MatcherMistake(
        call: Self.call(name, variables: variables?.description), reason: reason)
    }
    if let mistake = variables?.mistake {
      throw MatcherMistake(
        call: Self.call(name, variables: mistake.call), reason: mistake.reason)
    }
  }

  init(name: String, making make: () throws -> StubJSON) throws(MatcherMistake) {
    let json: StubJSON
    do {
      json = try make()
    } catch {
      throw MatcherMistake(call: Self.call(name, variables: "…"), reason: "\(error)")
    }
    try self.init(name: name, variables: .value(json))
  }

  package func condition(on probe: RequestProbe) -> Verdict {
    if let operations = operationsInQuery(of: probe) {
      let verdict = verdict(on: operations, in: probe)
      // The body may hold what the URL leaves out.
      if verdict != .no || !isLeftOut(of: operations) { return verdict }
    }
    return probe.verdictOnBody(as: GraphQLOperations.self) { form in
      form.operations.map { verdict(on: $0, in: probe) } ?? .no
    }
  }

  private var pattern: JSONPattern? {
    if case .name(_, let variables) = subject { variables } else { nil }
  }

  private func verdict(on operations: [GraphQLOperation], in probe: RequestProbe) -> Verdict {
    operations.map { verdict(on: $0, in: probe) }.max() ?? .no
  }

  private func verdict(on operation: GraphQLOperation, in probe: RequestProbe) -> Verdict {
    guard operation.isMeant else { return .no }
    switch subject {
    case .kind(let kind):
      return Verdict(operation.kind == kind)
    case .name(let name, let pattern):
      guard operation.name == name else { return .no }
      guard let pattern else { return .yes }
      guard let variables = operation.variables else { return .no }
      if !isPlain, probe.isHurried { return .open }
      return pattern.verdict(on: variables, isSubset: true) { $0.verdict(on: $1, in: probe) }
    }
  }

  /// Whether the operations lack what the criterion asks for, without contradicting it.
  private func isLeftOut(of operations: [GraphQLOperation]) -> Bool {
    operations.contains { operation in
      switch subject {
      case .kind: operation.kind == nil
      case .name(let name, let pattern):
        operation.name == name && pattern != nil && operation.variables == nil
      }
    }
  }

  private func operationsInQuery(of probe: RequestProbe) -> [GraphQLOperation]? {
    probe.operationsInQuery(readingVariables: pattern != nil)
  }

  private func operations(of probe: RequestProbe) -> [GraphQLOperation]? {
    let inBody = probe.form(GraphQLOperations.self)?.operations
    guard let inQuery = operationsInQuery(of: probe), !isLeftOut(of: inQuery) || inBody == nil
    else {
      return inBody
    }
    return inQuery
  }

  package func finding(in probe: RequestProbe) -> String {
    guard let operations = operations(of: probe) else {
      return probe.seenBody == nil ? "there is no body" : "the body is not a GraphQL request"
    }
    guard let first = operations.first else { return "the text holds no operation" }
    if case .kind = subject, operations.allSatisfy({ $0.kind == nil }) {
      return "the operation is \(first.text), whose text is not sent"
    }
    guard operations.contains(where: \.isMeant) else {
      return
        "it could be \(operations.prefix(10).map(\.text).phrase), and operationName does not say "
        + "which"
    }
    let title = operations.count == 1 ? "the operation is" : "the operations are"
    let remark =
      pattern != nil && operations.allSatisfy { $0.variables == nil } ? ", without variables" : ""
    return "\(title) \(operations.prefix(10).map(\.text).phrase)\(remark)"
  }

  package func findings(in shown: RequestProbe, of probe: RequestProbe) -> FindingList? {
    guard let pattern, let variables = variables(of: shown) else { return nil }
    return differences(
      of: variables, hiding: self.variables(of: probe), from: pattern, in: shown
    ).findings
  }

  private func variables(of probe: RequestProbe) -> StubJSON? {
    guard case .name(let name, _) = subject else { return nil }
    return operations(of: probe)?.first { $0.isMeant && $0.name == name }?.variables
  }

  private func differences(
    of variables: StubJSON, hiding real: StubJSON? = nil, from pattern: JSONPattern,
    in probe: RequestProbe
  ) -> JSONDifferences {
    JSONDifferences(
      of: variables, hiding: real, from: pattern, at: StubJSON.Path().member("variables"),
      isSubset: true, searching: { $0.verdict(on: $1, in: probe) })
  }

  package func nearness(ofMiss probe: RequestProbe) -> Double {
    let operations = (operations(of: probe) ?? []).prefix(20)
    switch subject {
    case .kind(let kind):
      return operations.map { $0.kind != kind ? 0.3 : $0.isMeant ? 1 : 0.9 }.max() ?? 0
    case .name(let name, let pattern):
      return operations.map { operation in
        guard operation.isMeant, operation.name == name, let pattern else {
          let nearness = (operation.name ?? "").nearness(to: name) * (pattern == nil ? 1 : 0.7)
          return operation.isMeant ? nearness : 0.9 * nearness
        }
        guard let variables = operation.variables else { return 0.7 }
        let count = differences(of: variables, from: pattern, in: probe).count
        return count == 0 ? 1 : 0.7 + 0.25 / Double(count)
      }.max() ?? 0
    }
  }

  package func hint(in probe: RequestProbe?) -> String? {
    probe.flatMap { probe in
      pattern?.expressions.lazy.compactMap { $0.hint(in: probe) }.first
    }
  }

  package var description: String {
    switch subject {
    case .kind(let kind): "isGraphQL\(kind.rawValue.capitalizedFirst)()"
    case .name(let name, let variables): Self.call(name, variables: variables?.description)
    }
  }

  private static func mistake(in name: String) -> String? {
    guard !name.isEmpty else {
      return
        "a name cannot be empty; isGraphQLQuery() and isGraphQLMutation() match those without one"
    }
    guard !GraphQLDocument.isName(name) else { return nil }
    // A whole operation was given, or its beginning.
    if let meant = GraphQLDocument(name).operations.lazy.compactMap(\.name).first {
      return "write the name alone: \(call(meant, variables: nil))"
    }
    return "a name has letters, digits and \"_\" only, and begins with no digit"
  }

  private static func call(_ name: String, variables: String?) -> String {
    let more = variables.map { ", variables: \($0)" } ?? ""
    return "isGraphQLOperation(\(name.swiftLiteral)\(more))"
  }
}
