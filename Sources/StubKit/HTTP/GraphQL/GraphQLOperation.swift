import Foundation

package struct GraphQLOperation: Sendable {
  package let name: String?
  /// Nil without a `document`, or if it has several operations and none of this `name`.
  let kind: GraphQLDocument.Kind?
  let document: String?
  let variables: StubJSON?
  /// False if the request names none of several operations, which a server refuses (GraphQL 6.1).
  var isMeant = true

  var text: String {
    switch (kind, name) {
    case (let kind?, let name?): "the \(kind.rawValue) \(name.shortened().swiftLiteral)"
    case (let kind?, nil): "a \(kind.rawValue) without a name"
    case (nil, let name?): name.shortened().swiftLiteral
    case (nil, nil): "without a name"
    }
  }

  /// The named operation, or else all operations of the document; nil if the request has neither.
  static func all(name: String?, document: String?, variables: StubJSON?) -> [GraphQLOperation]? {
    let operations = document.map { GraphQLDocument($0).operations }
    let variables = variables == .null ? nil : variables
    if let name, !name.isEmpty {
      let meant = operations?.first { $0.name == name || operations?.count == 1 }
      return [
        GraphQLOperation(
          name: name, kind: meant?.kind, document: document, variables: variables,
          isMeant: meant != nil || operations?.isEmpty ?? true)
      ]
    }
    return operations?.map {
      GraphQLOperation(
        name: $0.name, kind: $0.kind, document: document, variables: variables,
        isMeant: operations?.count == 1)
    }
  }
}

package struct GraphQLOperations: BodyForm {
  package let operations: [GraphQLOperation]?

  package init(of body: ParsedBody) {
    let json = body.form(JSONForm.self).json
    let requests = (json?.array ?? [json].compactMap(\.self)).compactMap { json in
      GraphQLOperation.all(
        name: json["operationName"]?.string, document: json["query"]?.string,
        variables: json["variables"])
    }
    operations = requests.isEmpty ? nil : requests.flatMap { $0 }
  }
}

extension RequestProbe {
  func operationsInQuery(readingVariables readsVariables: Bool) -> [GraphQLOperation]? {
    guard url.rawQuery != nil else { return nil }
    func value(_ name: String, ofForm isForm: Bool = false) -> String? {
      let value = url.queryPairs.first { $0.isNamed(name) }?.rawValue
      return value.map { PercentDecoding.text(of: $0, ofForm: isForm) }
    }
    // An item `query` without braces is a search, and no document. Some clients write a space as a
    // plus, and `URLComponents` leaves a plus unencoded; here every plus is read as a space.
    let query = value("query").flatMap { $0.contains("{") ? $0 : nil }
    let document = query?.replacingOccurrences(of: "+", with: " ")
    let name = value("operationName").flatMap { $0.isEmpty ? nil : $0 }
    guard name != nil || document != nil else { return nil }
    func variables(ofForm isForm: Bool) -> StubJSON? {
      value("variables", ofForm: isForm).flatMap { try? StubJSON(parsing: Data($0.utf8)) }
    }
    // Variables that are no JSON as written are read again, with each plus as a space.
    return GraphQLOperation.all(
      name: name, document: document,
      variables: readsVariables ? variables(ofForm: false) ?? variables(ofForm: true) : nil)
  }
}
