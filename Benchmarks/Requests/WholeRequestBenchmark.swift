import Foundation
import StubKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Whole requests through `URLSession`, beside the floor: a protocol written by hand.
struct WholeRequestBenchmark {
  let options: Options
  let progress: Progress

  /// Measures plain answers, by the kind of session, the number of stubs, and how many at once.
  func plain() async throws -> [Figures.Whole] {
    var figures: [Figures.Whole] = []
    for kind in options.depth == .quick ? [SessionKind.ephemeral] : SessionKind.allCases {
      for client in RequestRun.Client.allCases {
        for count in [1, 10_000] {
          for atOnce in [1, 16] {
            figures.append(try await plain(kind, client, count, atOnce: atOnce))
          }
        }
      }
    }
    return figures
  }

  /// Measures what a response can do beside a plain answer.
  func feats() async throws -> [Figures.Whole] {
    var figures: [Figures.Whole] = []
    for feat in Feat.allCases {
      defer { StubRegistry.shared.reset() }
      feat.register(in: .shared)
      let ours = RequestRun(
        session: SessionKind.ephemeral.session(), requests: [feat.request], client: .data,
        length: nil)
      let floor = RequestRun(
        session: SessionKind.ephemeral.session(of: FloorProtocol.self), requests: [feat.request],
        client: .data, length: nil)
      figures.append(
        try await compared(
          ours, floor, batch: 160, Figures.Whole.Place(what: feat.rawValue, stubs: 1, atOnce: 1)))
    }
    return figures
  }

  /// Measures what the floor alone would have no care for, beside a floor that has; see `CarefulProtocol`.
  func careful() async throws -> [Figures.Whole] {
    #if canImport(FoundationNetworking)
      guard let type = CarefulProtocol.known else { return [] }
      var figures: [Figures.Whole] = []
      for kind in [SessionKind.ephemeral, .cacheless] {
        for client in RequestRun.Client.allCases {
          for atOnce in [1, 16] {
            figures.append(try await plain(kind, client, 1, atOnce: atOnce, beside: type))
          }
        }
      }
      defer { StubRegistry.shared.reset() }
      Feat.closure.register(in: .shared)
      let runs = [nil, type].map {
        RequestRun(
          session: SessionKind.ephemeral.session(of: $0), requests: [Feat.closure.request],
          client: .data)
      }
      figures.append(
        try await compared(
          runs[0], runs[1], batch: 160, Figures.Whole.Place(what: "closure", stubs: 1, atOnce: 1)))
      return figures
    #else
      return []
    #endif
  }

  /// Measures what the platform alone leaves to a careful protocol: `LeastProtocol` beside the floor.
  func platform() async throws -> [Figures.Whole] {
    #if canImport(FoundationNetworking)
      guard let type = LeastProtocol.known else { return [] }
      var figures: [Figures.Whole] = []
      for client in RequestRun.Client.allCases {
        for atOnce in [1, 16] {
          let runs = [(SessionKind.cacheless, type), (.ephemeral, FloorProtocol.self)].map {
            RequestRun(
              session: $0.session(of: $1), requests: [Family.all[0].request(0)], client: client)
          }
          figures.append(
            try await compared(
              runs[0], runs[1], batch: plainBatch,
              Figures.Whole.Place(what: client.rawValue, stubs: 0, atOnce: atOnce)))
        }
      }
      return figures
    #else
      return []
    #endif
  }

  /// Measures plain answers by the number of stubs, beside as many closures that are scanned.
  func scans() async throws -> [Figures.Whole] {
    var figures: [Figures.Whole] = []
    for count in options.counts where count <= 10_000 {
      defer { StubRegistry.shared.reset() }
      let requests = register(count)
      ScanProtocol.scan = ClosureScan(count, of: Family.all[0])
      let ours = RequestRun(
        session: SessionKind.ephemeral.session(), requests: requests, client: .data)
      let scan = RequestRun(
        session: SessionKind.ephemeral.session(of: ScanProtocol.self), requests: requests,
        client: .data)
      figures.append(
        try await compared(
          ours, scan, batch: count > 1_000 ? 16 : 160,
          Figures.Whole.Place(what: "scan of closures", stubs: count, atOnce: 1)))
    }
    return figures
  }

  private func plain(
    _ kind: SessionKind, _ client: RequestRun.Client, _ count: Int, atOnce: Int,
    beside type: URLProtocol.Type = FloorProtocol.self
  ) async throws -> Figures.Whole {
    defer { StubRegistry.shared.reset() }
    let requests = register(count)
    let ours = RequestRun(
      session: (kind == .cacheless ? .ephemeral : kind).session(), requests: requests,
      client: client)
    let floor = RequestRun(
      session: kind.session(of: type), requests: requests, client: client)
    return try await compared(
      ours, floor, batch: plainBatch,
      Figures.Whole.Place(
        what: "\(kind.rawValue), \(client.rawValue)", stubs: count, atOnce: atOnce))
  }

  private var plainBatch: Int { options.depth == .quick ? 320 : 960 }

  /// Registers stubs and returns a thousand requests for them.
  private func register(_ count: Int) -> [URLRequest] {
    let family = Family.all[0]
    for number in 0..<count {
      stub(
        condition: family.condition(number),
        response: .data(FloorProtocol.body, headers: ["Content-Type": "application/json"]))
    }
    return (0..<1_000).map { family.request($0 * 7_919 % count) }
  }

  private func compared(
    _ ours: RequestRun, _ floor: RequestRun, batch: Int, _ place: Figures.Whole.Place
  ) async throws -> Figures.Whole {
    progress.show("whole requests: \(place)")
    // Not by a cancel: the floor answers late from any queue, as it is written by hand, and Foundation would
    // end a task twice that is cancelled while it does.
    defer { for run in [ours, floor] { run.session.finishTasksAndInvalidate() } }
    var costs = (ours: [RequestRun.Cost](), floor: [RequestRun.Cost]())
    // The first pair warms both up and does not count.
    for pair in 0...options.repetitions {
      // Each goes first every other time, so that neither profits from the order.
      if pair.isMultiple(of: 2) {
        costs.ours.append(try await ours.cost(of: batch, atOnce: place.atOnce))
      }
      costs.floor.append(try await floor.cost(of: batch, atOnce: place.atOnce))
      if !pair.isMultiple(of: 2) {
        costs.ours.append(try await ours.cost(of: batch, atOnce: place.atOnce))
      }
    }
    return Figures.Whole(
      place: place,
      stubKit: .init(costs.ours.dropFirst(), allocations: try await ours.allocations(of: batch)),
      floor: .init(costs.floor.dropFirst(), allocations: try await floor.allocations(of: batch)),
      ratio: Sample(
        zip(costs.floor, costs.ours).dropFirst().map { $0.wall / $1.wall }),
      processorRatio: Sample(
        zip(costs.ours, costs.floor).dropFirst().map { $0.processor / $1.processor }))
  }
}

extension Figures.Whole.Load {
  fileprivate init(_ costs: ArraySlice<RequestRun.Cost>, allocations: Double?) {
    self.init(
      throughput: Sample(costs.map { 1e9 / $0.wall }),
      processor: Sample(costs.map(\.processor)), allocations: allocations)
  }
}
