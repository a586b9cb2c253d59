import Foundation
import StubKit

struct ResponseCheck {
  let contract: Contract
  let operation: Operation
  let exchange: StubExchange
  let head: StubResponse.Head

  func findings() -> FindingsOfSide {
    var findings = FindingsOfSide()
    // A range or `default` may not be meant for a status whose own description cannot be read.
    if !operation.knowsAllResponses, operation.responses["\(head.status)"] == nil {
      return findings
    }
    guard let described = operation.response(for: head.status) else {
      let known = operation.responses.keys.sorted().joined(separator: ", ")
      findings.add(
        Finding(
          "the status: expected \(known), found \(head.status)",
          operation.place.appending("responses")))
      return findings
    }
    for field in described.fields {
      contract.check(
        field, in: .text(head.headers[field.name]), as: "field \(field.name)", on: .response,
        &findings)
    }
    if hasBody, let body = exchange.responseBody {
      var headers = head.headers
      // Foundation has decoded what the network answered.
      if exchange.transcript.isForwarded { headers.remove("Content-Encoding") }
      contract.check(
        body, under: headers, against: described.content, at: described.place, on: .response,
        of: nil, &findings)
    }
    return findings
  }

  /// Whether the response may have a body, and all of it has reached the client.
  private var hasBody: Bool {
    guard operation.method != "HEAD", exchange.request.method != .head else { return false }
    guard ![204, 205, 304].contains(head.status), head.status >= 200 else { return false }
    return exchange.outcome == .finished || exchange.outcome == .passedThrough
  }
}
