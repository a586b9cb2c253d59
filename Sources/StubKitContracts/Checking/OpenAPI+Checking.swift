public import Foundation
public import StubKit

extension OpenAPI: ExchangeCheck {
  /// Returns the mismatches between the exchange and the description.
  public func problems(with exchange: StubExchange) -> [ExchangeProblem] {
    if let fault { return [.request(fault.description).asWhole] }
    var problems: [ExchangeProblem] = []
    switch contract.lookup(of: exchange.request) {
    case .foreign: break
    case .unknownPath:
      problems.append(unknown("has no such path", exchange))
    case .unknownMethod(let known):
      problems.append(
        unknown("describes this path with \(known.joined(separator: ", ")) only", exchange))
    case .known(let candidates):
      let all = candidates.map { self.problems(with: exchange, of: $0.operation, $0.values) }
      func weight(_ problems: [ExchangeProblem]) -> (Int, Int) {
        (problems.count { !$0.isWarning }, problems.count)
      }
      problems += all.min { weight($0) < weight($1) } ?? []
    }
    // The checks above compile the schemas and so find the mistakes in them. Therefore the mistakes
    // are asked for only now, but they come first.
    return mistakes() + problems
  }

  private func problems(
    with exchange: StubExchange, of operation: Operation, _ values: [String: String]
  ) -> [ExchangeProblem] {
    var problems: [ExchangeProblem] = []
    if exchange.outcome != .cannotBeSent {
      let check = RequestCheck(
        contract: contract, operation: operation, values: values, request: exchange.request,
        isBodySeen: exchange.outcome != .passedThrough || exchange.response != nil)
      problems += problem(.request, check.findings(), of: operation, exchange)
    }
    if let head = exchange.response, exchange.isAnswered {
      let check = ResponseCheck(
        contract: contract, operation: operation, exchange: exchange, head: head)
      problems += problem(.answer, check.findings(), of: operation, exchange)
    }
    return problems
  }

  private enum Side { case request, answer }

  private func problem(
    _ side: Side, _ findings: FindingsOfSide, of operation: Operation, _ exchange: StubExchange
  ) -> [ExchangeProblem] {
    guard !findings.isEmpty else { return [] }
    var line = exchange.line
    let title: String
    switch side {
    case .request:
      title = "The request is not what the contract allows"
      if let type = exchange.request.headers["Content-Type"] { line += " \(type)" }
    case .answer:
      let answerer = exchange.stub.map { $0.title.capitalizedFirst } ?? "The server"
      title = "\(answerer) answers what the contract does not allow"
      line +=
        exchange.response.map { head in
          " → \(head.status)" + (head.headers["Content-Type"].map { " \($0)" } ?? "")
        } ?? ""
    }
    let text = ([title, "  \(line)   (\(operation.title))"] + findings.lines).joined(
      separator: "\n")
    let problem = (side == .request ? ExchangeProblem.request(text) : .answer(text)).asWhole
    return [findings.isRemark ? problem.asWarning : problem]
  }

  private func unknown(_ text: String, _ exchange: StubExchange) -> ExchangeProblem {
    // Without the query, so that each path is reported once.
    let path = exchange.request.url?.absoluteURL.path(percentEncoded: true) ?? ""
    let asked = "\(exchange.request.method) \(path)"
    let problem = ExchangeProblem.request("The contract \(contract.name) \(text): \(asked)").asWhole
    return isStrict ? problem : problem.asWarning
  }
}

extension OpenAPI {
  /// A warning with the mistakes in the description that no earlier call has returned.
  func mistakes() -> [ExchangeProblem] {
    contract.newMistakes().map { [ExchangeProblem.request($0).asWarning.asWhole] } ?? []
  }
}

extension StubExchange {
  /// Whether the exchange ended with a regular response, and not with a simulated fault.
  fileprivate var isAnswered: Bool {
    if isFault { return false }
    return [.finished, .passedThrough, .redirected, .challenged].contains(outcome)
  }

  /// The request without its server, which the description names anyway.
  fileprivate var line: String {
    let text = "\(request)"
    guard let scheme = text.range(of: "://"),
      let slash = text[scheme.upperBound...].firstIndex(of: "/")
    else { return text }
    return "\(request.method) \(text[slash...])"
  }
}

extension ExchangeCheck where Self == OpenAPI {
  /// A description among a bundle's resources, for a place that cannot throw, such as a trait.
  ///
  /// ```swift
  /// @Suite(.stubbed(checking: .openAPI("openapi.yaml", in: .module))) struct CheckoutTests { … }
  /// ```
  /// If the description cannot be read, each test with an exchange to check fails with the reason.
  ///
  /// - Parameters:
  ///   - name: The file's name, perhaps with folders.
  ///   - bundle: The bundle, such as `.module`.
  ///   - strictly: Whether a request for a path or method that is not described fails the test.
  ///   - checksFormats: Whether `format` is checked; nil checks it only in OpenAPI 3.0.
  public static func openAPI(
    _ name: String, in bundle: Bundle, strictly: Bool = false,
    checkingFormats checksFormats: Bool? = nil
  ) -> OpenAPI {
    do {
      return try OpenAPI(name, in: bundle, strictly: strictly, checkingFormats: checksFormats)
    } catch {
      return OpenAPI(name, unreadableFor: error as? OpenAPIError ?? OpenAPIError("\(error)"))
    }
  }
}
