import Foundation

@testable import StubKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A door without a session: it writes down what its client hears, and meets only what costs nothing.
///
/// Every other effect is written down with a question mark and stays open until a test brings input.
final class FakeDoor: Door {
  let registry: StubRegistry
  var limits = TimeLimits(idle: .seconds(60))
  /// What the client heard, what was asked for, and what became of each hop, in order.
  var log: [String] = []
  /// The tickets of the needs that were left open.
  var tickets: [Int] = []
  /// What happens when the client hears of something; a client may cancel from within.
  var onHearing: (String) -> Void = { _ in }
  /// What happens when the client hears that the request has failed.
  var onFailure: (any Error) -> Void = { _ in }
  /// Whether the registry is asked at once.
  var decidesAtOnce = true

  init(_ registry: StubRegistry) {
    self.registry = registry
  }

  func perform(_ effect: Effect, by ticket: Int, of passage: Passage) -> Input? {
    switch effect {
    case .body(let request, isOwn: true): return .body(request.httpBody)
    case .decision(let request, let body) where decidesAtOnce:
      return .decision(registry.decide(request, body: body))
    case .report: return .report(URLError(.resourceUnavailable))
    case .nothing: return nil
    default: break
    }
    log.append(effect.word + "?")
    tickets.append(ticket)
    return nil
  }

  func abandon() { note("abandoned") }

  let isSession = true
  func limits(of request: URLRequest) -> TimeLimits { limits }
  func dressed(_ request: URLRequest, isOwn: Bool) -> URLRequest { request }
  func removeSessionCookies(from request: inout URLRequest) {}
  func keepCookies(of head: StubResponse.Head, for request: URLRequest) {}

  func hearSent(_ count: Int, of total: Int) { note("sent \(count) of \(total)") }
  func hear(
    _ head: StubResponse.Head, followedBy body: BodyLength, of request: URLRequest,
    leadingTo redirect: Redirect?
  ) {
    note("\(head.status)" + (redirect == nil ? "" : " handed over"))
  }
  func hear(foreignHead: URLResponse) { note("a foreign head") }
  func hear(_ piece: Data, bodySoFar: Data?) { note(String(decoding: piece, as: UTF8.self)) }
  func hearOutcome(_ outcome: StubExchange.Outcome, error: (any Error)?) {
    log.append("[\(outcome)]")
  }
  func stopHop() {}
  func letGo(of claim: Claim?, and walk: DeliveryPlan?) {}

  func hear(_ ending: Ending) {
    switch ending {
    case .finished: note("finished")
    case .failed(let error, _):
      onFailure(error)
      note("failed \((error as? URLError)?.code.rawValue ?? 0)")
    case .cancelled: note("cancelled")
    }
  }

  private func note(_ word: String) {
    log.append(word)
    onHearing(word)
  }
}

extension Effect {
  /// The effect in a word or two.
  var word: String {
    switch self {
    case .body: "body"
    case .decision: "decision"
    case .report: "report"
    case .response: "response"
    case .leave: "leave"
    case .advice: "advice"
    case .moment(let moment): "\(moment)"
    case .piece: "piece"
    case .network: "network"
    case .arrival: "arrival"
    case .hearing(let event, _): "<\(event.kind)>"
    case .telling: "tell the test"
    case .nothing: "nothing"
    }
  }
}

/// A course on its way through a fake door.
struct Way {
  let registry: StubRegistry
  let door: FakeDoor
  let passage: Passage

  /// Begins with a request.
  init(
    _ registry: StubRegistry, to path: String = "/x", body: String? = nil,
    prepare: (FakeDoor) -> Void = { _ in }
  ) throws {
    self.registry = registry
    door = FakeDoor(registry)
    prepare(door)
    let request = try URLRequest.to(
      "https://a.com" + path, method: body == nil ? "GET" : "POST", body: body)
    passage = Passage(of: request, answeredBy: registry, through: door)
    passage.start()
  }

  /// Brings input for the effect that was left open last.
  func bring(_ input: Input) {
    if let ticket = door.tickets.last { passage.bring(input, for: ticket) }
  }

  /// What was written down since the last time it was asked for.
  var log: [String] {
    defer { door.log = [] }
    return door.log
  }

  /// What became of each exchange.
  var outcomes: [StubExchange.Outcome] { registry.exchanges.map(\.outcome) }
}
