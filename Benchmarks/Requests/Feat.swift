import Foundation
import StubKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// More than a plain answer: what a response can do beside that, and the floor does by hand.
enum Feat: String, CaseIterable {
  /// The head comes after a millisecond.
  case delayed
  /// The body comes in a hundred pieces.
  case chunked
  /// A closure makes the response.
  case closure
  /// An asynchronous closure makes the response.
  case asynchronous
  /// The first response leads to another.
  case redirected

  /// How many pieces a chunked body has.
  static let pieces = 100

  /// The request that asks for it.
  var request: URLRequest { StubKitBenchmarks.request("https://api.example.com/v1/\(rawValue)") }

  /// Registers the stubs that do it.
  func register(in registry: StubRegistry) {
    let condition = isHost("api.example.com") && isPath("/v1/\(rawValue)")
    let answer = StubResponse.data(
      FloorProtocol.body, headers: ["Content-Type": "application/json"])
    switch self {
    case .delayed:
      registry.stub(condition: condition, response: answer.delayed(by: .milliseconds(1)))
    case .chunked:
      let body = Data((0..<Self.pieces).flatMap { _ in FloorProtocol.body })
      registry.stub(
        condition: condition,
        response: .data(body, headers: ["Content-Type": "application/json"])
          .chunked(every: .zero, size: FloorProtocol.body.count))
    case .closure:
      registry.stub(condition: condition) { _ in answer }
    case .asynchronous:
      registry.stub(condition: condition) { _ async in answer }
    case .redirected:
      guard let target = URL(string: "https://api.example.com/v1/target") else { return }
      registry.stub(condition: condition, response: .redirect(to: target))
      registry.stub(
        condition: isHost("api.example.com") && isPath("/v1/target"), response: answer)
    }
  }
}
