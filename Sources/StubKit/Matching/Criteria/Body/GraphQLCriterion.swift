import Foundation

/// The request is the GraphQL operation of the given name, in its body or in its query.
struct GraphQLCriterion: Criterion {
  /// The operation's name.
  let operationName: String

  func condition(on probe: RequestProbe) -> Verdict {
    if let names = Self.operationNames(inQueryOf: probe) {
      return Verdict(names.contains(operationName))
    }
    return probe.verdictOnBody { Self.operationNames(in: $0)?.contains(operationName) ?? false }
  }

  func finding(in probe: RequestProbe) -> String {
    let names = Self.operationNames(inQueryOf: probe) ?? Self.operationNames(in: probe.seenBody)
    guard let names else {
      return probe.seenBody == nil ? "there is no body" : "the body is not a GraphQL request"
    }
    if names.isEmpty { return "the operation has no name" }
    let title = names.count == 1 ? "the operation is" : "the operations are"
    return "\(title) \(names.prefix(10).map(\.swiftLiteral).phrase)"
  }

  func nearness(of probe: RequestProbe) -> Double {
    let names = Self.operationNames(inQueryOf: probe) ?? Self.operationNames(in: probe.seenBody)
    return (names ?? []).prefix(20).map { $0.nearness(to: operationName) }.max() ?? 0
  }

  var description: String { "isGraphQLOperation(\(operationName.swiftLiteral))" }

  /// The operation's name in the URL, as a GET has it; nil if the URL holds no operation.
  private static func operationNames(inQueryOf probe: RequestProbe) -> [String]? {
    guard probe.url.rawQuery != nil else { return nil }
    let items = probe.url.queryItems
    func value(_ name: String) -> String? { items.first { $0.name == name }?.value }
    if let name = value("operationName"), !name.isEmpty { return [name] }
    guard let query = value("query"), query.contains("{") else { return nil }
    // In a query that is not an URLComponents' work, a plus may stand for a space.
    return GraphQLDocument(query.replacingOccurrences(of: "+", with: " ")).operationNames
  }

  /// The operations' names in a body, which may be a batch; nil if it is no GraphQL request.
  private static func operationNames(in data: Data?) -> [String]? {
    guard let data, let json = try? StubJSON(parsing: data) else { return nil }
    if case .array(let batch) = json {
      let names = batch.compactMap(operationNames(in:))
      return names.isEmpty ? nil : names.flatMap { $0 }
    }
    return operationNames(in: json)
  }

  private static func operationNames(in json: StubJSON) -> [String]? {
    if case .string(let name)? = json["operationName"], !name.isEmpty { return [name] }
    guard case .string(let query)? = json["query"] else { return nil }
    return GraphQLDocument(query).operationNames
  }
}
