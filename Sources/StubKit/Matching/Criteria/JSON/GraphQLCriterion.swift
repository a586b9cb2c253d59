package struct GraphQLCriterion: Criterion {
  /// Nil if a name is asked for.
  private let kind: GraphQLDocument.Kind?
  private let name: String?
  private let variables: JSONPattern?

  init(kind: GraphQLDocument.Kind) { (self.kind, name, variables) = (kind, nil, nil) }

  package init(name: String, variables: JSONPattern? = nil) throws(MatcherMistake) {
    (kind, self.name, self.variables) = (nil, name, variables)
    try reject(because: Self.reasonAgainst(name))
    if let mistake = variables?.mistake {
      throw MatcherMistake(call: Self.call(name, variables: mistake.call), reason: mistake.reason)
    }
  }

  package func condition(on probe: RequestProbe) -> Verdict {
    if let operations = probe.operationsInQuery(readingVariables: variables != nil) {
      let inQuery = operations.greatest { verdict(on: $0, in: probe) }
      // The body may hold what the URL leaves out.
      if inQuery != .no || !isLeftOut(of: operations) { return inQuery }
    }
    return probe.verdictOnBody(as: GraphQLOperations.self) { form in
      (form.operations ?? []).greatest { verdict(on: $0, in: probe) }
    }
  }

  private func verdict(on operation: GraphQLOperation, in probe: RequestProbe) -> Verdict {
    guard operation.isMeant, kind == nil || operation.kind == kind,
      name == nil || operation.name == name
    else { return .no }
    guard let variables else { return .yes }
    return variables.verdict(on: operation.variables ?? .object([:]), isSubset: true, in: probe)
  }

  /// Whether the operations lack what the criterion asks for, without contradicting it.
  private func isLeftOut(of operations: [GraphQLOperation]) -> Bool {
    operations.contains { operation in
      kind == nil
        ? operation.name == name && variables != nil && operation.variables == nil
        : operation.kind == nil
    }
  }

  private func operations(of probe: RequestProbe) -> [GraphQLOperation]? {
    let inBody = probe.form(GraphQLOperations.self)?.operations
    let inQuery = probe.operationsInQuery(readingVariables: variables != nil)
    return inBody == nil || inQuery.map { !isLeftOut(of: $0) } ?? false ? inQuery : inBody
  }

  package func finding(in probe: RequestProbe) -> String {
    guard let operations = operations(of: probe) else {
      return probe.seenBody == nil ? "there is no body" : "the body is not a GraphQL request"
    }
    guard let first = operations.first else { return "the text holds no operation" }
    let texts = operations.prefix(10).map(\.text).phrase
    guard operations.contains(where: \.isMeant) else {
      return operations.count > 1
        ? "it could be \(texts), and operationName does not say which"
        : "operationName is \(texts), but no operation in the query has that name"
    }
    if kind != nil, operations.allSatisfy({ $0.kind == nil }) {
      return "the operation is \(first.text), whose text is not sent"
    }
    let title = operations.count == 1 ? "the operation is" : "the operations are"
    let lacksVariables = variables != nil && operations.allSatisfy { $0.variables == nil }
    return "\(title) \(texts)\(lacksVariables ? ", without variables" : "")"
  }

  package func findings(in shown: RequestProbe, of probe: RequestProbe) -> FindingList? {
    guard let variables, let found = values(in: shown) else { return nil }
    return variables.differences(
      of: found, hiding: values(in: probe), at: StubJSON.Path().member("variables"),
      isSubset: true, in: shown
    ).findings
  }

  private func values(in probe: RequestProbe) -> StubJSON? {
    operations(of: probe)?.first { $0.isMeant && $0.name == name }?.variables
  }

  package func nearness(ofMiss probe: RequestProbe) -> Double {
    (operations(of: probe) ?? []).prefix(20).map { operation in
      name.map { 0.9 * (operation.name ?? "").nearness(to: $0) } ?? 0.3
    }.max() ?? 0
  }

  package func difference(in probe: RequestProbe) -> String? {
    name.flatMap { operations(of: probe)?.first?.name?.difference(from: $0) }
  }

  package func hint(in probe: RequestProbe?) -> String? {
    probe.flatMap { variables?.hint(in: $0) }
  }

  package var description: String {
    guard let name else { return "isGraphQL\(kind?.rawValue.capitalizedFirst ?? "")()" }
    return Self.call(name, variables: variables?.description)
  }

  private static func reasonAgainst(_ name: String) -> String? {
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
