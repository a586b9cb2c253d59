import Foundation

/// The request is the GraphQL operation of the given name, in its body or in its query.
struct GraphQLCriterion: Criterion {
  /// The operation's name.
  let operationName: String

  func condition(on probe: RequestProbe) -> Verdict {
    if let names = Self.operationNames(inQueryOf: probe) {
      return Verdict(names.contains(operationName))
    }
    return probe.verdictOnBody(as: GraphQLOperations.self) {
      $0.names?.contains(operationName) ?? false
    }
  }

  func finding(in probe: RequestProbe) -> String {
    let names = Self.operationNames(inQueryOf: probe) ?? Self.operationNames(inBodyOf: probe)
    guard let names else {
      return probe.seenBody == nil ? "there is no body" : "the body is not a GraphQL request"
    }
    if names.isEmpty { return "the operation has no name" }
    let title = names.count == 1 ? "the operation is" : "the operations are"
    return "\(title) \(names.prefix(10).map(\.swiftLiteral).phrase)"
  }

  func nearness(of probe: RequestProbe) -> Double {
    let names = Self.operationNames(inQueryOf: probe) ?? Self.operationNames(inBodyOf: probe)
    return (names ?? []).prefix(20).map { $0.nearness(to: operationName) }.max() ?? 0
  }

  var description: String { "isGraphQLOperation(\(operationName.swiftLiteral))" }

  /// The operation's name in the URL, as a GET has it; nil if the URL holds no operation.
  private static func operationNames(inQueryOf probe: RequestProbe) -> [String]? {
    guard probe.url.rawQuery != nil else { return nil }
    func value(_ name: String) -> String? {
      probe.url.queryPairs.first { $0.isNamed(name) }?.valueString
    }
    if let name = value("operationName"), !name.isEmpty { return [name] }
    guard let query = value("query"), query.contains("{") else { return nil }
    // In a query that is not an URLComponents' work, a plus may stand for a space.
    return GraphQLDocument(query.replacingOccurrences(of: "+", with: " ")).operationNames
  }

  private static func operationNames(inBodyOf probe: RequestProbe) -> [String]? {
    probe.form(GraphQLOperations.self)?.names
  }
}
