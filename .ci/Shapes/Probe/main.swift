/// Uses the products as on a platform without interposition, or without Glibc, and says what did not hold.

import Foundation
import StubKit
import StubKitContracts
import StubKitExploring
import StubKitRecording
import StubKitServer
import StubKitTesting
import TestPlaces
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

#if os(Windows)
  let isInterposed = false
#else
  let isInterposed = true
#endif

struct Broken: Error, CustomStringConvertible {
  let description: String
}

func expect<Value: Equatable>(_ value: Value, _ expected: Value) throws {
  guard value != expected else { return }
  throw Broken(description: "\(value) instead of \(expected)")
}

func text(_ address: String, _ session: URLSession) async throws -> String {
  guard let url = URL(string: address) else { throw Broken(description: "no address: \(address)") }
  return String(decoding: try await session.data(from: url).0, as: UTF8.self)
}

func failure(_ operation: () async throws -> Void) async -> String {
  do {
    try await operation()
    return "no error"
  } catch {
    return "\((error as? URLError)?.localizedDescription ?? "\(error)")"
  }
}

let experiments: [(String, @Sendable () async throws -> Void)] = [
  (
    "every session that names StubKit is answered",
    {
      try await withStubs { scope in
        stub(condition: isHost("a.test") && isPath("/users"), response: .text("one"))
        for session in [
          scope.session, URLSession(configuration: .stubbed),
          URLSession(configuration: .default.stubbed(by: scope)),
        ] {
          try expect(await text("https://a.test/users", session), "one")
        }
      }
    }
  ),
  (
    "other sessions are answered only where the linker lets them be",
    {
      try await withStubs { _ in
        stub(condition: isHost("localhost"), expected: .any, response: .text("stubbed"))
        for session in [URLSession.shared, URLSession(configuration: .ephemeral)] {
          // Nobody listens at the port.
          let answer = try? await text("http://localhost:9/", session)
          try expect(answer, isInterposed ? "stubbed" : nil)
        }
      }
    }
  ),
  (
    "an unmatched request says why",
    {
      try await withStubs { scope in
        stub(condition: isHost("a.test") && isPath("/users"), expected: .any, response: .text(""))
        let report = await failure { _ = try await text("https://a.test/user", scope.session) }
        try expect(report.contains("no stub matched") || report.contains("isPath"), true)
      }
    }
  ),
  (
    "a condition by a regular expression takes steps of its own time",
    {
      try await withStubs { scope in
        stub(condition: pathMatches(/\/users\/\d+/), response: .text("one"))
        try expect(await text("https://a.test/users/7", scope.session), "one")
      }
    }
  ),
  (
    "a simulated delay takes no real time, and concurrent ones overlap",
    {
      let clock = FastForwardClock()
      try await withStubs(clock: clock) { scope in
        stub(
          condition: isHost("a.test"), expected: .any,
          response: .text("slow").delayed(by: .seconds(50)))
        let begin = clock.now
        async let first = text("https://a.test/1", scope.session)
        async let second = text("https://a.test/2", scope.session)
        try expect(await [first, second], ["slow", "slow"])
        try expect(begin.duration(to: clock.now), .seconds(50))
      }
    }
  ),
  (
    "what was recorded replays, and two at once wait for each other",
    {
      let folder = TemporaryFolder()
      let file = folder.url.appendingPathComponent("flow.har")
      let server = try LoopbackServer { .text("you asked for \($0.target)") }
      let address = server.url("/there")
      for _ in 1...2 {
        try await withThrowingTaskGroup(of: Void.self) { group in
          for _ in 1...4 {
            group.addTask {
              try await withRecording(to: file, mode: .append) { scope in
                try expect(await text(address, scope.session), "you asked for /there")
              }
            }
          }
          try await group.waitForAll()
        }
      }
      try expect(server.requests.isEmpty, false)
      try await withRecording(to: file, mode: .never) { scope in
        try expect(await text(address, scope.session), "you asked for /there")
      }
    }
  ),
  (
    "every fault is tried",
    {
      let report = try await withEveryFault(.offline, .status(500)) { scope in
        stub(condition: isHost("a.test"), response: .text("one"))
        _ = try? await text("https://a.test/", scope.session)
      }
      try expect(report.scenarios.count, 2)
    }
  ),
  (
    "a description answers, and is held against what was answered",
    {
      let text = """
        {"openapi": "3.1.0", "info": {"title": "", "version": "1"}, "paths": {"/users": {"get": {
          "operationId": "listUsers",
          "responses": {"200": {"description": "", "content": {"application/json": {"schema":
            {"type": "array", "minItems": 1, "items": {"type": "string", "format": "date"}}}}}}}}}}
        """
      let api = try OpenAPI(Data(text.utf8))
      try await withStubs { scope in
        for stub in [
          stub(api, "listUsers"), stub(condition: isPath("/users"), response: .json([7])),
        ].reversed() {
          _ = try await Probe.text("https://a.test/users", scope.session)
          try await stub.waitForRequests(until: .ended)
          stub.remove()
        }
        try expect(scope.exchanges.map { api.problems(with: $0).count }, [1, 0])
      }
    }
  ),
  (
    "names of OHHTTPStubs answer",
    {
      try await withStubs { scope in
        registerByOlderNamesWithoutWarning()
        try expect(await text("https://a.test/older", scope.session), "older")
      }
    }
  ),
  (
    "what a test is marked by can be made",
    {
      let trait: any TestTrait & SuiteTrait = .stubbed(unmatched: .passThrough, unused: .error)
      try expect(trait.isRecursive, true)
    }
  ),
  (
    "a session that exists already can be attached",
    {
      try await withStubs { scope in
        stub(condition: isHost("a.test"), response: .text("one"))
        for session in [URLSession(configuration: .ephemeral), URLSession.shared] {
          try expect(scope.attach(to: session), true)
          try expect(await text("https://a.test/", session), "one")
        }
      }
    }
  ),
  (
    "a stub server serves, or says that it cannot",
    {
      #if os(Windows)
        let error = await failure { _ = try StubRegistry().serve() }
        try expect(error.hasPrefix("A server cannot be started on this platform"), true)
      #else
        // The compiler takes an operation without `await` for a synchronous one, wherever it stands.
        try withStubServer { server in try expect(server.url.port == nil, false) }
        try await withStubServer { server in
          stub(condition: isPath("/users"), response: .text("one"))
          let session = URLSession(configuration: .ephemeral)
          try expect(await text("\(server.url)/users", session), "one")
        }
      #endif
    }
  ),
]

var failed = 0
for (name, experiment) in experiments {
  do {
    try await experiment()
    print("✓ \(name)")
  } catch {
    failed += 1
    print("✗ \(name): \(error)")
  }
}
print("\(experiments.count - failed) of \(experiments.count) hold")
exit(failed == 0 ? 0 : 1)
