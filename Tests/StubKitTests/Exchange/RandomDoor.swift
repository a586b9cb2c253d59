import Foundation

@testable import StubKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A door that does what it likes: performs effects at once or later, brings old input again, lets the
/// client pause, go on, cancel and lose patience, and writes down which rules were broken.
final class RandomDoor: Door {
  let registry: StubRegistry
  var random: SeededRandom
  private(set) var log: [String] = []
  private(set) var broken: [String] = []
  private(set) var endings = 0
  private var isAbandoned = false
  private var heads = 0
  /// Whether it is known what became of the hop.
  private var isConcluded = false
  /// What is still to be brought, newest last; old ones are brought again at times.
  private var pending: [(input: Input, ticket: Int)] = []
  private var isOver: Bool { endings > 0 }

  init(_ registry: StubRegistry, _ random: SeededRandom) {
    (self.registry, self.random) = (registry, random)
  }

  /// Takes a passage to its end.
  func play(_ passage: Passage) {
    passage.start()
    var rounds = 0
    while !isOver {
      rounds += 1
      switch random.next() % 20 {
      case 0: passage.pause()
      case 1: passage.resume()
      case 2: lose(passage)
      case 3 where rounds > 5: passage.cancel()
      default: bring(to: passage)
      }
      // What hangs for good is cancelled in the end.
      if rounds > 200 { passage.cancel() }
      if rounds > 400 { return broken.append("no ending") }
    }
    // Nothing that still comes may be heard.
    for entry in pending { passage.bring(entry.input, for: entry.ticket) }
    passage.resume()
    passage.cancel()
    passage.resume()
  }

  private func bring(to passage: Passage) {
    guard !pending.isEmpty else { return passage.resume() }
    let index = Int(random.next() % UInt64(pending.count))
    let entry = pending[index]
    // A decision is made once; everything else may come twice.
    if case .decision = entry.input {
      pending.remove(at: index)
    } else if random.next() % 3 > 0 {
      pending.remove(at: index)
    }
    passage.bring(entry.input, for: entry.ticket)
  }

  /// Somebody loses patience with the newest effect.
  private func lose(_ passage: Passage) {
    guard let ticket = pending.last?.ticket else { return }
    passage.bring(.failed(URLError(.timedOut)), for: ticket)
  }

  func perform(_ effect: Effect, by ticket: Int, of passage: Passage) -> Input? {
    log.append(effect.word + "?")
    if case .decision = effect { isConcluded = false }
    guard let input = input(for: effect) else { return nil }
    if random.next() % 2 == 0 { return input }
    pending.append((input, ticket))
    return nil
  }

  private func input(for effect: Effect) -> Input? {
    switch effect {
    case .body(let request, _): return .body(request.httpBody)
    case .decision(let request, let body): return .decision(registry.decide(request, body: body))
    case .report: return .report(URLError(.resourceUnavailable))
    case .response(let claim, _):
      guard case .closure(let make) = claim.stub.responder,
        let response = try? make(claim.request)
      else { return .failed(URLError(.unknown), as: .threw) }
      return .response(response)
    case .leave(let answer, _):
      return .leave(
        random.pick([answer, answer, nil, ResolvedResponse(content: .hang, ownDelivery: .none)]))
    case .advice(let question, _): return .advice(advice(on: question))
    case .moment: return .due
    case .piece: return .piece(random.pick([Data("piece".utf8), Data(), nil]), at: .seconds(1))
    case .network, .arrival:
      return random.pick([
        .arrival(.piece(Data("net".utf8))), .arrival(.end), .failed(URLError(.cannotConnectToHost)),
        .arrival(.end),
      ])
    case .hearing, .telling: return .heard()
    case .nothing: return nil
    }
  }

  private func advice(on question: Question) -> Advice {
    switch question {
    case .redirect(let redirect, _, _):
      random.pick([.follow(redirect.request), .follow(redirect.request), .keep, .handOver])
    case .challenge: random.pick([.authorize("Basic eA=="), .keep, .cancel, .handOver])
    }
  }

  func abandon() {
    if !isAbandoned { log.append("abandoned") }
    isAbandoned = true
  }

  let isSession = true
  func limits(of request: URLRequest) -> TimeLimits { TimeLimits(idle: .seconds(60)) }
  func dressed(_ request: URLRequest, isOwn: Bool) -> URLRequest { request }
  func removeSessionCookies(from request: inout URLRequest) {}
  func keepCookies(of head: StubResponse.Head, for request: URLRequest) {}
  func hearSent(_ count: Int, of total: Int) { hear("sent") }
  func hear(foreignHead: URLResponse) { hear("foreign") }
  func hearOutcome(_ outcome: StubExchange.Outcome, error: (any Error)?) {
    if isConcluded { broken.append("a hop that is \(outcome) after it was closed") }
    isConcluded = true
  }
  func stopHop() {}
  func letGo(of claim: Claim?, and walk: DeliveryPlan?) {}

  func hear(
    _ head: StubResponse.Head, followedBy body: BodyLength, of request: URLRequest,
    leadingTo redirect: Redirect?
  ) {
    heads += 1
    if heads > 1 { broken.append("a second head") }
    hear("\(head.status)")
  }

  func hear(_ piece: Data, bodySoFar: Data?) { hear("\(piece.count) bytes") }

  func hear(_ ending: Ending) {
    if isOver { broken.append("a second ending") }
    endings += 1
    log.append("the end")
  }

  private func hear(_ word: String) {
    log.append(word)
    if isOver { broken.append("\(word) after the end") }
    // Nothing but an ending that was known before.
    if isAbandoned { broken.append("\(word) after a cancel") }
  }
}
