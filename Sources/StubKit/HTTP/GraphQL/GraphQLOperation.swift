/// An operation that a request asks for, as far as the request shows it.
package struct GraphQLOperation: Sendable {
  /// Nil for an anonymous operation.
  package let name: String?
  /// Nil if the request sends only the operation's name.
  let kind: GraphQLDocument.Kind?
  /// The text of the document; nil if the request sends only the operation's name.
  let document: String?
  /// Nil if the request sends no variables.
  let variables: StubJSON?
  /// False if the document has several operations and the request does not name one.
  var isMeant = true

  /// The operation as reports name it.
  var text: String {
    switch (kind, name) {
    case (let kind?, let name?): "the \(kind.rawValue) \(name.shortened().swiftLiteral)"
    case (let kind?, nil): "a \(kind.rawValue) without a name"
    case (nil, let name?): name.shortened().swiftLiteral
    case (nil, nil): "without a name"
    }
  }

  /// The operation that a request names, or all operations of its document if it names none.
  ///
  /// A server refuses a document with several operations unless the request names one (GraphQL
  /// specification 6.1, GetOperation). Nil without both a name and a document.
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

/// The operations in a body that is a GraphQL request or a batch of requests.
package struct GraphQLOperations: BodyForm {
  /// Nil if the body is not a GraphQL request.
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
