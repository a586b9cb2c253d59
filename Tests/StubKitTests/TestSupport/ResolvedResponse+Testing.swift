import Foundation

@testable import StubKit

extension StubResponse {
  /// The reply of one turn, or nil if it is something else.
  func reply(turn: Int = 0, to method: StubRequest.Method = .get) -> Reply? {
    guard case .reply(let reply)? = resolved(turn: turn, to: method)?.content else { return nil }
    return reply
  }

  /// The error of one turn, or nil if it is something else.
  func fault(turn: Int = 0, to method: StubRequest.Method = .get) -> (any Error & Sendable)? {
    resolved(turn: turn, to: method)?.error
  }

  /// Whether nobody answers, since the request goes out.
  var isLetOut: Bool { resolved(turn: 0, to: .get) == nil }

  /// What the error of one turn says.
  func complaint(turn: Int = 0, to method: StubRequest.Method = .get) -> String? {
    fault(turn: turn, to: method)?.localizedDescription
  }

  /// The body of one turn as text, or nil if it is not data.
  func text(turn: Int = 0, to method: StubRequest.Method = .get) -> String? {
    reply(turn: turn, to: method)?.text
  }

  /// When the steps of one turn happen, without a network.
  func times(turn: Int = 0) -> [Duration] {
    plan(DeliveryPlan.Conditions(turn: turn)).map(\.time)
  }

  /// The plan of one turn, of a response that does not let the request go out.
  func plan(
    _ conditions: DeliveryPlan.Conditions = .init(), to method: StubRequest.Method = .get
  ) -> DeliveryPlan {
    guard let response = resolved(turn: conditions.turn, to: method) else {
      preconditionFailure("A request that goes out has no plan.")
    }
    return DeliveryPlan(for: response, under: conditions)
  }
}

extension DeliveryPlan: Sequence, IteratorProtocol {
  /// Whether it is walked to its end without waiting for anything.
  var isImmediate: Bool {
    cursorAtSource == nil && allSatisfy { $0.time == .zero }
  }
}

extension ResolvedResponse {
  /// The error, or nil if it is something else.
  var error: (any Error & Sendable)? {
    if case .failure(let error) = content { error } else { nil }
  }
}

extension Reply {
  /// The status of its head.
  var status: Int { head.status }

  /// The headers of its head.
  var headers: StubHeaders { head.headers }

  /// The body, or nil if it is not data.
  var data: Data? {
    if case .data(let data) = body { data } else { nil }
  }

  /// What opens the body, or nil if it is not a source.
  var source: Source? {
    if case .source(let source) = body { source } else { nil }
  }

  /// The body as text, or nil if it is not data.
  var text: String? { data.map { String(decoding: $0, as: UTF8.self) } }
}

extension DeliveryPlan {
  /// The steps as text, a line each: `1.5 chunk 0..<10`.
  var lines: [String] { map(\.line) }

  /// The plan where the source is to be pulled, or nil if the plan pulls none.
  var cursorAtSource: DeliveryPlan? {
    var cursor = self
    while cursor.next() != nil {}
    return if case .pull = cursor.due() { cursor } else { nil }
  }

  /// The steps that a piece amounts to which is there since `time`; nil is the source's end.
  mutating func steps(for data: Data?, since time: Duration) -> [DeliveryPlan.Step] {
    pull(data, at: time)
    var steps: [DeliveryPlan.Step] = []
    while let step = next() { steps.append(step) }
    return steps
  }
}

extension DeliveryPlan.Step {
  /// The step as text: `1.5 chunk 0..<10`.
  var line: String { "\(time.inSeconds) \(action.line)" }
}

extension DeliveryPlan.Action {
  /// The action as text: `chunk 0..<10`.
  var line: String {
    switch self {
    case .sent(let bytes): "sent \(bytes)"
    case .head: "head"
    case .chunk(let range, _): "chunk \(range)"
    case .piece(let data): "piece \(String(decoding: data, as: UTF8.self))"
    case .finish: "finish"
    case .fail(let error):
      "fail \((error as? URLError).map { "\($0.code.rawValue)" } ?? "\(error)")"
    case .hang: "hang"
    }
  }
}

extension Duration {
  /// The duration in seconds, as exactly as a `Double` can say it.
  var inSeconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
