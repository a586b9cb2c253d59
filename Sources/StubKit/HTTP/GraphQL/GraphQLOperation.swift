/// An operation that a request may be, as far as the request says it.
package struct GraphQLOperation: Sendable {
  /// The name; nil for one that has none.
  package let name: String?
  /// What it does; nil if only its name is sent, and not its text.
  let kind: GraphQLDocument.Kind?
  /// The text in which it stands; nil if only its name is sent.
  let document: String?
  /// The values of its variables; nil if none are sent.
  let variables: StubJSON?
  /// Whether the request means it: of several operations in a text it has to name one.
  var isMeant = true

  /// The operation as a report names it.
  var text: String {
    switch (kind, name) {
    case (let kind?, let name?): "the \(kind.rawValue) \(name.shortened().swiftLiteral)"
    case (let kind?, nil): "a \(kind.rawValue) without a name"
    case (nil, let name?): name.shortened().swiftLiteral
    case (nil, nil): "without a name"
    }
  }

  /// The operation that a request means: the one that is named, or the only one that its text holds.
  ///
  /// A text that holds several means none of them unless one is named: a server refuses it, as the
  /// specification has it (6.1, GetOperation). A request with neither a name nor a text is none at all.
  static func all(name: String?, document: String?, variables: StubJSON?) -> [GraphQLOperation]? {
    let operations = document.map { GraphQLDocument($0).operations }
    if let name, !name.isEmpty {
      let named = operations?.first { $0.name == name }
      let only = operations.flatMap { $0.count == 1 ? $0.first : nil }
      return [
        GraphQLOperation(
          name: name, kind: (named ?? only)?.kind, document: document, variables: variables)
      ]
    }
    guard let operations else { return nil }
    return operations.map {
      GraphQLOperation(
        name: $0.name, kind: $0.kind, document: document, variables: variables,
        isMeant: operations.count == 1)
    }
  }
}

/// The operations in a body that is a GraphQL request, or a batch of them.
package struct GraphQLOperations: BodyForm {
  /// The operations; nil if the body is not a GraphQL request.
  package let operations: [GraphQLOperation]?

  package init(of body: ParsedBody) {
    operations = body.form(JSONForm.self).json.flatMap(Self.operations(inBatch:))
  }

  private static func operations(inBatch json: StubJSON) -> [GraphQLOperation]? {
    guard case .array(let batch) = json else { return operations(in: json) }
    let operations = batch.compactMap(operations(in:))
    return operations.isEmpty ? nil : operations.flatMap { $0 }
  }

  private static func operations(in json: StubJSON) -> [GraphQLOperation]? {
    GraphQLOperation.all(
      name: json["operationName"]?.string, document: json["query"]?.string,
      variables: json["variables"])
  }
}
