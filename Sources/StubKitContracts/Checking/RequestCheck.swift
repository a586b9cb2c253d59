import Foundation
import StubKit

struct RequestCheck {
  let contract: Contract
  let operation: Operation
  /// The values of the path's variables, percent-encoded.
  let values: [String: String]
  let request: StubRequest
  /// False if the log may lack the request's body, because the request was passed on.
  let isBodySeen: Bool
  private let queryItems: [ParameterReading.Item]
  private let queryNames: Set<String>

  init(
    contract: Contract, operation: Operation, values: [String: String], request: StubRequest,
    isBodySeen: Bool = true
  ) {
    (self.contract, self.operation, self.values) = (contract, operation, values)
    (self.request, self.isBodySeen) = (request, isBodySeen)
    // Parsing a URL takes time, and only one with a question mark has a query.
    let address = request.url.flatMap {
      $0.relativeString.utf8.contains(UInt8(ascii: "?"))
        ? URLComponents(url: $0, resolvingAgainstBaseURL: true) : nil
    }
    queryItems = address?.percentEncodedQuery.map(PairText.items) ?? []
    queryNames =
      queryItems.isEmpty ? [] : Self.queryNames(of: operation, in: contract.documents)
  }

  func findings() -> FindingsOfSide {
    var findings = FindingsOfSide()
    for parameter in operation.parameters { check(parameter, &findings) }
    if operation.knowsAllParameters { checkNames(&findings) }
    checkBody(&findings)
    return findings
  }

  private var cookies: [(name: String, value: String)] {
    request.headers.values(for: "Cookie").flatMap { $0.split(separator: ";") }.map { pair in
      let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (
        halves[0].trimmingCharacters(in: .whitespaces), halves.count > 1 ? String(halves[1]) : ""
      )
    }
  }

  private func check(_ parameter: Parameter, _ findings: inout FindingsOfSide) {
    let source: ParameterReading.Source =
      switch parameter.location {
      case .path: .text(values[parameter.name])
      case .query: .items(queryItems)
      case .header: .text(request.headers[parameter.name])
      case .cookie: .text(cookies.first { $0.name == parameter.name }?.value)
      }
    contract.check(
      parameter, in: source, beside: parameter.location == .query ? queryNames : [],
      as: parameter.title, on: .request, &findings)
  }

  /// The known names in a query: parameters, the members of their objects, and credentials.
  private static func queryNames(of operation: Operation, in documents: DocumentSet) -> Set<String>
  {
    let parameters = operation.parameters.filter { $0.location == .query }
    return Set(parameters.map(\.name))
      .union(parameters.flatMap { ParameterReading($0, in: documents).spreadNames })
      .union(operation.credentials.filter { $0.location == .query }.map(\.name))
  }

  /// Adds warnings for undescribed query items, and for undescribed cookies if any is described.
  private func checkNames(_ findings: inout FindingsOfSide) {
    let parameters = queryItems.isEmpty ? [] : operation.parameters.filter { $0.location == .query }
    let readings = parameters.map {
      ParameterReading($0, in: contract.documents, beside: queryNames)
    }
    var (known, unknown) = (queryNames, [String]())
    for (name, _) in queryItems {
      let name = PairText.decoded(name)
      guard known.insert(name).inserted, !readings.contains(where: { $0.takes(name) }) else {
        continue
      }
      unknown.append("query \(name)")
    }
    let described = operation.parameters.filter { $0.location == .cookie }
    for (name, _) in described.isEmpty ? [] : cookies
    where !described.contains(where: { $0.name == name })
      && !operation.credentials.contains(.init(location: .cookie, name: name))
    {
      unknown.append("cookie \(name)")
    }
    for title in unknown {
      let place = operation.place.appending("parameters")
      findings.add(Finding("\(title): not described", place, isRemark: true))
    }
  }

  private func checkBody(_ findings: inout FindingsOfSide) {
    let body = request.body ?? Data()
    guard let described = operation.body else {
      if !body.isEmpty {
        findings.add(
          Finding(
            "the body: has \(body.count.bytes), and the operation describes no body",
            operation.place))
      }
      return
    }
    guard !body.isEmpty else {
      if described.isRequired, isBodySeen {
        findings.add(Finding("the body: missing, and required", described.place))
      }
      return
    }
    contract.check(
      body, under: request.headers, against: described.content, at: described.place, on: .request,
      of: request, &findings)
  }
}

enum PairText {
  static func decoded(_ text: String) -> String {
    let spaced = text.replacing("+", with: " ")
    return spaced.removingPercentEncoding ?? spaced
  }

  /// The names and values stay percent-encoded.
  static func items(of text: String) -> [(name: String, value: String?)] {
    Array(text.utf8).withUnsafeBufferPointer { bytes in
      QueryPairs(bytes).compactMap { pair in
        guard !pair.rawName.isEmpty || pair.rawValue != nil else { return nil }
        return (
          String(decoding: pair.rawName, as: UTF8.self),
          pair.rawValue.map { String(decoding: $0, as: UTF8.self) }
        )
      }
    }
  }
}
