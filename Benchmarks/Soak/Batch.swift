import Foundation
import StubKit
import StubKitRecording
import StubKitServer

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A few requests, one after the other, at one place.
struct Batch {
  let site: Site
  let ledger: Ledger
  let place: Place
  /// The kinds of requests that are wanted.
  let wanted: [Kind]
  /// The numbers of its requests.
  let numbers: Range<Int>
  var random: SeededRandom

  /// Makes the requests; the sessions are those that a worker keeps.
  mutating func run(_ kept: KeptSeats) async throws {
    switch place {
    case .shared: await perform(on: .shared)
    case .defaultSession: await perform(on: kept.usual)
    case .ephemeralSession: await perform(on: kept.ephemeral)
    case .bound:
      let registry = prepared(StubRegistry(unmatched: Site.policy))
      let seat = Seat(.ephemeral.stubbed(by: registry))
      await perform(on: seat, watching: registry)
      seat.session.finishTasksAndInvalidate()
    case .registrySession:
      let registry = prepared(StubRegistry(unmatched: Site.policy))
      await perform(on: Seat(session: registry.session, delegate: nil), watching: registry)
    case .scope:
      await withStubs(unmatched: Site.policy) { registry in
        await perform(on: .shared, watching: prepared(registry))
      }
    case .scopeSession:
      await withStubs(unmatched: Site.policy) { registry in
        let seat = Seat(.default)
        await perform(on: seat, watching: prepared(registry))
        seat.session.finishTasksAndInvalidate()
      }
    case .recording: try await record(by: kept.ephemeral)
    case .served:
      let registry = prepared(StubRegistry(unmatched: Site.policy))
      let server = try registry.serve()
      await perform(on: kept.ephemeral, watching: registry, through: server)
      server.stop()
    }
  }

  private func prepared(_ registry: StubRegistry) -> StubRegistry {
    site.register(in: registry)
    return registry
  }

  private mutating func perform(
    on seat: Seat, watching registry: StubRegistry? = nil, through server: StubServer? = nil
  ) async {
    for number in numbers {
      _ = await perform(number, on: seat, watching: registry, through: server)
    }
    guard let registry else { return }
    if await !isSettled(registry) { ledger.note("an exchange at \(place) is still pending") }
  }

  /// Makes one request; says of what kind it was if its answer came whole.
  private mutating func perform(
    _ number: Int, on seat: Seat, watching registry: StubRegistry?,
    through server: StubServer? = nil
  ) async -> Kind? {
    let token = random.isOneIn(8) ? registry?.onEvent { [ledger] _ in ledger.countEvent() } : nil
    let extra =
      random.isOneIn(8) ? registry?.stub(condition: isPath("/extra"), response: .hang) : nil
    let kinds = wanted.filter { place.kinds.contains($0) && !seat.clients(for: $0).isEmpty }
    guard let kind = kinds.randomElement(using: &random) else { return nil }
    let client = seat.clients(for: kind).randomElement(using: &random) ?? .handler
    let errand = Errand(
      kind, number: number, request: site.request(kind, number: number), ledger: ledger)
    ledger.begin(errand, at: place, by: client)
    let moment = Moment.random(for: kind, using: &random)

    if kind == .suspended { site.gates.close(number) }
    let started =
      server.map { SocketClient.start(errand, at: $0.port) } ?? client.start(errand, on: seat)
    if moment == .atOnce { started.cancel() }
    if kind == .suspended {
      if moment == nil { started.pause?() }
      site.gates.open(number)
    }
    if let registry, random.isOneIn(20) {
      _ = (registry.exchanges.count, registry.unusedStubs.count)
    }
    if case .after(let wait)? = moment {
      try? await Task.sleep(for: wait)
      started.cancel()
    }
    if random.isOneIn(2) { token?.cancel() }
    let outcome = await errand.ending
    if moment == .atTheEnd { started.cancel() }
    extra?.remove()
    token?.cancel()

    let expected = Expectation(kind, number: number)
    let isCancel = moment != nil && moment != .atTheEnd
    let fault = isCancel ? expected.faultAfterCancel(in: outcome) : expected.fault(in: outcome)
    let wasCancelled = (outcome.error as? URLError)?.code == .cancelled
    ledger.close(errand, wasCancelled: wasCancelled, fault: fault)
    return outcome.error == nil ? kind : nil
  }

  /// Whether all exchanges of a registry come to their ends, in good time.
  private func isSettled(_ registry: StubRegistry) async -> Bool {
    let deadline = ContinuousClock.now + .seconds(20)
    while registry.exchanges.contains(where: { $0.outcome == .pending }) {
      if ContinuousClock.now > deadline { return false }
      try? await Task.sleep(for: .milliseconds(1))
    }
    return true
  }

  /// Records what the server answers, and asks the recording for the same.
  private mutating func record(by seat: Seat) async throws {
    let file = site.folder.appending(path: "\(numbers.lowerBound).har")
    var whole: [(number: Int, kind: Kind)] = []
    try await withRecording(to: file, mode: .rewrite) { registry in
      for number in numbers {
        if let kind = await perform(number, on: seat, watching: registry) {
          whole.append((number, kind))
        }
      }
    }
    // Of requests that were all cancelled there is no recording.
    guard FileManager.default.fileExists(atPath: file.path) else { return }
    try await withRecording(to: file, mode: .never) { _ in
      for (number, kind) in whole {
        var outcome = Errand.Outcome()
        do {
          let (data, response) = try await seat.session.data(
            for: site.request(kind, number: number))
          outcome.body = data
          outcome.status = (response as? HTTPURLResponse)?.statusCode
        } catch {
          outcome.error = error
        }
        ledger.countReplay()
        if let fault = Expectation(kind, number: number).fault(in: outcome) {
          ledger.note("replayed from a recording, \(fault)", of: kind)
        }
      }
    }
    try FileManager.default.removeItem(at: file)
  }
}
