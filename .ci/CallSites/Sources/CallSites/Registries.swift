import Foundation
import StubKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Registries: their settings, their log, and the sessions that they answer.
func registries() async throws {
  let shared: StubRegistry = .shared
  let current: StubRegistry = .current
  let registry = StubRegistry(unmatched: .fail, network: nil, clock: ContinuousClock())
  let stubs: [Stub] = registry.stubs
  registry.removeAll()
  registry.reset()
  registry.isEnabled = true
  registry.network = .mobile3G
  registry.clock = FastForwardClock()
  registry.unmatched = .passThrough
  registry.unmatched = .fail(except: isHost("localhost"))
  registry.unmatched = .fail
  let cookies: [HTTPCookie]? = registry.cookies.cookies
  let exchanges: [StubExchange] = registry.exchanges
  let requests: [StubRequest] = registry.requests(matching: isPath("/users"))
  let unmatched: [StubRequest] = registry.unmatchedRequests
  let unused: [Stub] = registry.unusedStubs
  let report: String = registry.explain(URLRequest(url: try url("https://example.com/")))
  let token: EventToken = registry.onEvent { event in
    if event.kind == .activated || event.kind == .redirected { print(event.request) }
    if event.kind == .finished || event.kind == .unmatched { print(event) }
  }
  token.cancel()
  registry.onEvent { event in print(event) }
  print(shared, current, stubs, cookies as Any, exchanges, requests, unmatched, unused, report)

  let sessions: [URLSession] = [
    registry.session, URLSession(configuration: .stubbed),
    URLSession(configuration: .default.stubbed(by: registry)),
  ]
  let attached: Bool = registry.attach(to: sessions[1])
  let configuration = URLSessionConfiguration.ephemeral
  configuration.protocolClasses = [StubURLProtocol.self]
  print(attached, URLSession(configuration: configuration))
}

/// Scopes, with and without await.
func scopes() async throws {
  let text = try await withStubs(unmatched: .fail, network: .mobile3G, clock: FastForwardClock()) {
    registry in
    stub(condition: isPath("/users"), response: .fixture("users.json", in: .module))
    let (data, _) = try await URLSession.shared.data(from: try url("https://example.com/users"))
    return registry.exchanges.isEmpty ? "" : String(decoding: data, as: UTF8.self)
  }
  guard text.contains("Ada") else { throw URLError(.cannotParseResponse) }
  guard countInScope() == 1 else { throw URLError(.cannotParseResponse) }
}

/// Operations that do not await, wherever they stand, and those that do.
func scopesOfEveryKind() async throws {
  withStubs { _ in stub(condition: anyRequest(), expected: .any, response: .hang) }
  withStubs { _ in }
  let number = withStubs { registry in registry.stubs.count }
  await withStubs { _ in await Task.yield() }
  try await withStubs { _ in try await Task.sleep(for: .zero) }
  withStubs { _ in stub(condition: anyRequest(), expected: .any) { try await $0.perform() } }
  print(number, syncScopes())
}

private func syncScopes() -> Int {
  withStubs { _ in stub(condition: anyRequest(), expected: .any, response: .hang) }
  return withStubs { $0.stubs.count }
}

private func countInScope() -> Int {
  withStubs { registry in
    stub(condition: anyRequest(), response: .status(200))
    return registry.stubs.count
  }
}

/// Clocks that a test moves.
func clocks() async throws {
  let clock = ManualClock()
  try await clock.waitForSleepers(count: 0, timeout: .seconds(1))
  await clock.advance(by: .seconds(3))
}
