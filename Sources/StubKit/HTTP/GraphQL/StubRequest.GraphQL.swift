extension StubRequest {
  /// The GraphQL operation that a request asks for.
  ///
  /// ```swift
  /// request.graphQL?.operation             // "GetUser"
  /// request.graphQL?.variables["id"]?.int  // 7
  /// ```
  public struct GraphQL: Sendable, Hashable {
    /// The name; nil if it has none, or if it is not said which of several is meant.
    public let operation: String?
    /// The text of the document; nil if only its name, or a hash of it, is sent.
    public let query: String?
    /// The values of the variables; nil if none are sent.
    public let variables: StubJSON?
  }

  /// The GraphQL operation that the body or the URL asks for, of a batch the first; nil if there is none.
  public var graphQL: GraphQL? {
    let operations = examine { probe in
      probe.operationsInQuery(readingVariables: true)
        ?? probe.form(GraphQLOperations.self)?.operations
    }
    guard let first = operations?.first else { return nil }
    return GraphQL(
      operation: first.isMeant ? first.name : nil, query: first.document,
      variables: first.variables)
  }
}

extension StubRequest.GraphQL: CustomStringConvertible {
  /// The name, the variables and the start of the text, without secrets.
  public var description: String {
    var redactor = Discretion.here.redactor
    func shown(_ json: StubJSON) -> String {
      let data = redactor?.body(json.data, type: "application/json", isRequest: true)
      return (data.flatMap { try? StubJSON(parsing: $0) } ?? json).shortened()
    }
    let facts = [
      operation, variables.map(shown), query.map { shown(.string($0)) },
    ]
    return facts.compactMap(\.self).joined(separator: " ").withVisibleControls
  }
}
