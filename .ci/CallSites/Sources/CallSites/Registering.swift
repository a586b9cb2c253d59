import Foundation
import StubKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Every way to register a stub.
func registering(in registry: StubRegistry) async throws {
  stub(
    condition: isHost("api.example.com") && isPath("/users"), response: .json(["id": 1]))
  stub(condition: isPath("/users")) { request in
    .json(["method": .string(request.httpMethod)])
  }
  stub(condition: isPath("/users")) { _ in
    throw URLError(.timedOut)
  }
  stub(condition: isPath("/users")) { _ in
    try await Task.sleep(for: .milliseconds(1))
    return .status(204)
  }
  stub(
    condition: anyRequest(), named: "everything", priority: -1, times: 3, optional: true,
    response: .status(404))
  let users = registry.stub(condition: isPath("/users"), named: "users", response: .json([]))
  registry.stub(condition: isPath("/users"), times: 1) { _ in .status(503) }
  registry.stub(condition: isPath("/users")) { _ in
    await Task.yield()
    return .status(200)
  }
  StubKit.stub(condition: anyRequest(), optional: true, response: .hang)

  let name: String? = users.name
  let condition: RequestMatcher = users.condition
  let isActive: Bool = users.isActive
  let callCount: Int = users.callCount
  let requests: [StubRequest] = users.requests
  let waited: [StubRequest] = try await users.waitForRequests(count: 0)
  try await users.waitForRequests(count: 0, timeout: .seconds(5))
  users.remove()
  _ = (name, condition, isActive, callCount, requests, waited)
}
