#if os(Linux)
  import Foundation
  import StubKit
  import StubKitServer

  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif

  /// What a stub server costs, beside a loop of fifty lines that sends the same bytes.
  struct ServingBenchmark {
    let options: Options
    let progress: Progress

    private var isQuick: Bool { options.depth == .quick }
    private var pairs: Int { isQuick ? 5 : 15 }
    private var requests: Int { isQuick ? 4_000 : 20_000 }

    /// Measures all of it.
    func run() throws -> [Figures.Held] {
      // First, since a process that has had a server is another one.
      let door = door()
      let memory = try memory()
      return try door + besideFloor(atOnce: 1, time: 2.5) + besideFloor(atOnce: 16, time: 1 / 0.3)
        + [withIdleConnections(), withManyStubs()] + memory + [starting(), stopping()]
    }

    private func registry(stubs count: Int = 21) -> StubRegistry {
      let registry = StubRegistry()
      for number in 1..<count {
        registry.stub(
          condition: isHost("api.example.com") && isPath("/v1/\(number)"), response: .status(200))
      }
      registry.stub(condition: isPath("/v1/user"), response: .json(["id": 1, "name": "Ada"]))
      return registry
    }

    private func figure(
      _ what: String, _ unit: String, atMost limit: Double, _ values: [Double]
    ) -> Figures.Held {
      Figures.Held(what: what, unit: unit, cost: Sample(values), limit: limit)
    }
  }

  /// Requests.
  extension ServingBenchmark {
    private func besideFloor(atOnce count: Int, time limit: Double) throws -> [Figures.Held] {
      let connections = count == 1 ? "1 connection" : "\(count) connections"
      progress.show("serving: \(connections)")
      let server = try registry().serve()
      defer { server.stop() }
      let client = try LoopClient(of: server.port, connections: count)
      let floor = try FloorServer(answering: client.answer)
      defer { floor.stop() }
      let other = try LoopClient(of: floor.port, connections: count)
      let costs = compare(client, other)
      return [
        figure(
          "a request's time, \(connections)", "× the floor's", atMost: limit, costs.map(\.time)),
        figure(
          "a request's CPU, \(connections)", "× the floor's", atMost: 3.5,
          costs.map(\.processor)),
      ]
    }

    private func withIdleConnections() throws -> Figures.Held {
      progress.show("serving: beside idle connections")
      let (quiet, crowded) = (try registry().serve(), try registry().serve())
      defer { for server in [quiet, crowded] { server.stop() } }
      let idle = try LoopClient(of: crowded.port, connections: 1_000)
      let costs = compare(
        try LoopClient(of: crowded.port, connections: 16),
        try LoopClient(of: quiet.port, connections: 16))
      idle.close()
      return figure(
        "a request's time, beside 1,000 idle connections", "× without them", atMost: 1.1,
        costs.map(\.time))
    }

    private func withManyStubs() throws -> Figures.Held {
      progress.show("serving: with 10,000 stubs")
      let (few, many) = (try registry().serve(), try registry(stubs: 10_000).serve())
      defer { for server in [few, many] { server.stop() } }
      let costs = compare(
        try LoopClient(of: many.port, connections: 16),
        try LoopClient(of: few.port, connections: 16))
      return figure(
        "a request's time, with 10,000 stubs", "× with 21", atMost: 1.1, costs.map(\.time))
    }

    /// What requests of one client take, compared with those of another, pair by pair.
    private func compare(_ one: LoopClient, _ other: LoopClient) -> [LoopClient.Cost] {
      defer { for client in [one, other] { client.close() } }
      // Both have been here before they are measured.
      for client in [one, other] { _ = client.ask(requests / 4) }
      return (0..<pairs).map { _ in
        let (first, second) = (one.ask(requests), other.ask(requests))
        return LoopClient.Cost(
          time: first.time / second.time, processor: first.processor / second.processor)
      }
    }
  }

  /// The server itself.
  extension ServingBenchmark {
    private func memory() throws -> [Figures.Held] {
      progress.show("serving: memory")
      let registry = registry()
      // What the log holds is not the server's.
      registry.logLimit = LogLimit(exchanges: 1)
      func kilobytes(ofEachOf count: Int, _ make: () throws -> Void) rethrows -> [Double] {
        guard let before = Allocations.bytesInUse else { return [] }
        try make()
        return Allocations.bytesInUse.map { [($0 - before) / 1024 / Double(count)] } ?? []
      }
      var servers: [StubServer] = []
      defer { for server in servers { server.stop() } }
      let ofServer = try kilobytes(ofEachOf: 20) {
        for _ in 0..<20 {
          let server = try registry.serve()
          servers.append(server)
          try LoopClient(of: server.port, connections: 1).close()
        }
      }
      var clients: [LoopClient] = []
      defer { for client in clients { client.close() } }
      let ofConnection = try kilobytes(ofEachOf: 1_000) {
        // Each has asked, so that it holds what a used connection holds.
        clients.append(try LoopClient(of: servers[0].port, connections: 1_000))
      }
      guard !ofServer.isEmpty, !ofConnection.isEmpty else { return [] }
      return [
        figure("memory of a server", "KB", atMost: 300, ofServer),
        figure("memory of an idle connection", "KB", atMost: 4, ofConnection),
      ]
    }

    private func starting() throws -> Figures.Held {
      progress.show("serving: starting")
      let times = try (0..<50).map { _ in
        let registry = registry()
        var server: StubServer?
        let time = try nanoseconds { server = try registry.serve() }
        server?.stop()
        return time / 1e6
      }
      return figure("serve()", "ms", atMost: 2, times)
    }

    private func stopping() throws -> Figures.Held {
      progress.show("serving: stopping")
      let times = try (0..<5).map { _ in
        let server = try registry().serve()
        let clients = try LoopClient(of: server.port, connections: 1_000)
        let time = nanoseconds { server.stop() }
        clients.close()
        return time / 1e6
      }
      return figure("stop() with 1,000 connections", "ms", atMost: 50, times)
    }

    /// What a request of a session of this process pays for servers.
    private func door() -> [Figures.Held] {
      progress.show("serving: at the door")
      let request = request("https://api.example.com/v1/items/1")
      let registry = StubRegistry.shared
      defer { registry.reset() }
      registry.stub(condition: isHost("api.example.com"), response: .status(200))
      // The least of ten: some nanoseconds are looked for, and whatever else the machine does only adds.
      func sample() -> Double {
        let count = 4_000
        let batches = (0..<10).map { _ in
          nanoseconds {
            for _ in 0..<count { precondition(StubURLProtocol.canInit(with: request)) }
          }
        }
        return batches.reduce(.infinity, min) / Double(count)
      }
      _ = sample()
      let without = (0..<options.repetitions).map { _ in sample() }
      guard let server = try? StubRegistry().serve() else { return [] }
      defer { server.stop() }
      let with = (0..<options.repetitions).map { _ in sample() }
      let least = Sample(without).minimum
      return [
        figure(
          "the door, while there is a server", "ns more", atMost: 10,
          with.map { max(0, $0 - least) })
      ]
    }
  }
#endif
