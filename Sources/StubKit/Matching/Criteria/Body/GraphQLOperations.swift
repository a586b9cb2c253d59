import Foundation

/// The names of the operations in a body that is a GraphQL request, or a batch of them.
struct GraphQLOperations: BodyForm {
  /// The names; nil if the body is not a GraphQL request.
  let names: [String]?

  init(of body: ParsedBody) {
    names = body.form(JSONForm.self).json.flatMap(Self.names(inBatch:))
  }

  private static func names(inBatch json: StubJSON) -> [String]? {
    guard case .array(let batch) = json else { return names(in: json) }
    let names = batch.compactMap(names(in:))
    return names.isEmpty ? nil : names.flatMap { $0 }
  }

  private static func names(in json: StubJSON) -> [String]? {
    if case .string(let name)? = json["operationName"], !name.isEmpty { return [name] }
    guard case .string(let query)? = json["query"] else { return nil }
    return GraphQLDocument(query).operationNames
  }
}
