import Foundation
import StubKit

/// Holds a request against the operation that it asks for.
struct RequestCheck {
  let contract: Contract
  let operation: Operation
  /// The values of the path's variables.
  let values: [String: String]
  let request: StubRequest
  private let queryItems: [ParameterReading.Item]

  init(
    contract: Contract, operation: Operation, values: [String: String], request: StubRequest
  ) {
    (self.contract, self.operation, self.values) = (contract, operation, values)
    self.request = request
    // An address has a query only behind this sign, and is taken apart at some cost.
    let address = request.url.flatMap {
      $0.relativeString.utf8.contains(UInt8(ascii: "?"))
        ? URLComponents(url: $0, resolvingAgainstBaseURL: true) : nil
    }
    queryItems = address?.percentEncodedQuery.map(PairText.items) ?? []
  }

  func findings() -> FindingsOfSide {
    var findings = FindingsOfSide()
    for parameter in operation.parameters { check(parameter, &findings) }
    checkNames(&findings)
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
      parameter, in: source, beside: names(in: parameter.location), as: parameter.title,
      on: .request, &findings)
  }

  private func names(in location: Parameter.Location) -> Set<String> {
    Set(operation.parameters.filter { $0.location == location }.map(\.name))
  }

  /// Remarks on query items and cookies that are not described.
  private func checkNames(_ findings: inout FindingsOfSide) {
    func isKnown(_ name: String, in location: Parameter.Location) -> Bool {
      operation.credentials.contains(.init(location: location, name: name))
        || operation.parameters.contains { parameter in
          parameter.location == location
            && ParameterReading(parameter, in: contract.documents, beside: names(in: location))
              .takes(name)
        }
    }
    var known: Set<String> = []
    for (name, _) in queryItems {
      let name = name.removingPercentEncoding ?? name
      guard known.insert(name).inserted, !isKnown(name, in: .query) else { continue }
      findings.add(
        Finding(
          "query \(name): not described", operation.place.appending("parameters"), isRemark: true))
    }
    guard operation.parameters.contains(where: { $0.location == .cookie }) else { return }
    for (name, _) in cookies where !isKnown(name, in: .cookie) {
      findings.add(
        Finding(
          "cookie \(name): not described", operation.place.appending("parameters"), isRemark: true))
    }
  }

  private func checkBody(_ findings: inout FindingsOfSide) {
    let body = request.body ?? Data()
    guard let described = operation.body else {
      if !body.isEmpty {
        findings.add(
          Finding("the body: not described, and has \(body.count.bytes)", operation.place))
      }
      return
    }
    guard !body.isEmpty else {
      if described.isRequired {
        findings.add(Finding("the body: missing, and required", described.place))
      }
      return
    }
    contract.check(
      body, type: request.headers["Content-Type"], against: described.content, at: described.place,
      on: .request, of: request, &findings)
  }
}

extension Int {
  var bytes: String { self == 1 ? "1 byte" : "\(self) bytes" }
}

/// The pairs of a query or a form.
enum PairText {
  /// The names and values of a text, which stay percent-encoded.
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
