extension StubRequest {
  /// The GraphQL operation of a request.
  ///
  /// ```swift
  /// request.graphQL?.operation             // "GetUser"
  /// request.graphQL?.variables["id"]?.integer  // 7
  /// ```
  public struct GraphQL: Sendable, Hashable {
    /// The name; nil if the operation is anonymous, or if the request selects none of several.
    public let operation: String?
    /// The document; nil if the request sends only the operation's name or a hash of the document.
    public let query: String?
    /// The values of the variables; nil if the request sends none.
    public let variables: StubJSON?
  }

  /// The GraphQL operation in the body or the URL, the first of a batch; nil if there is none.
  public var graphQL: GraphQL? {
    let (inQuery, inBody) = examine { probe in
      (
        probe.operationsInQuery(readingVariables: true),
        probe.form(GraphQLOperations.self)?.operations
      )
    }
    guard let first = (inQuery ?? inBody)?.first else { return nil }
    // Some clients put only the operation's name in the URL, for logs, and the rest in the body.
    let rest = inBody?.first { $0.name == first.name }
    return GraphQL(
      operation: first.isMeant ? first.name : nil, query: first.document ?? rest?.document,
      variables: first.variables ?? rest?.variables)
  }
}

extension StubRequest.GraphQL: DescribedValue {
  /// The name, the variables and the start of the document, with secrets hidden.
  public var description: String {
    var redactor = Discretion.here.redactor
    func shown(_ json: StubJSON) -> String {
      let data = redactor?.body(json.data, type: "application/json", isRequest: true)
      return (data.flatMap { try? StubJSON(parsing: $0) } ?? json).shortened()
    }
    let facts = [operation, variables.map(shown), query.map { shown(.string($0)) }]
    return facts.compactMap(\.self).joined(separator: " ").withVisibleControls
  }
}
