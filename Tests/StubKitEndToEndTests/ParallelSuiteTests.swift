import Foundation
import StubKit
import StubKitTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Hundreds of tests that run in parallel and stub the same URL, each in its own way.
@Suite(.stubbed(unused: .error)) struct ParallelSuiteTests {
  private static let address = url("https://api.example.com/users")

  private func get() async throws -> (text: String, status: Int?) {
    let (data, response) = try await URLSession.shared.data(from: Self.address)
    return (String(decoding: data, as: UTF8.self), (response as? HTTPURLResponse)?.statusCode)
  }

  @Test(arguments: 0..<300) func `each gets its own text`(number: Int) async throws {
    let users = stub(condition: isPath("/users"), response: .text("\(number)"))
    for round in 1...3 {
      let text = try await get().text
      #expect(text == "\(number)")
      #expect(users.callCount == round)
    }
    #expect(StubRegistry.current.exchanges.count == 3)
  }

  @Test(arguments: 0..<200) func `each gets its own status`(number: Int) async throws {
    stub(condition: isPath("/users"), response: .status(200 + number))
    let status = try await get().status
    #expect(status == 200 + number)
  }

  @Test(arguments: 0..<200) func `each gets its own sequence`(number: Int) async throws {
    stub(
      condition: isHost("api.example.com"),
      response: .sequence(.text("\(number) a"), .text("\(number) b"), .text("\(number) c")))
    var texts: [String] = []
    for _ in 1...3 { texts.append(try await get().text) }
    #expect(texts == ["\(number) a", "\(number) b", "\(number) c"])
  }

  @Test(arguments: 0..<100) func `each gets its own failure`(number: Int) async throws {
    let codes: [URLError.Code] = [.timedOut, .notConnectedToInternet, .cannotFindHost]
    let code = codes[number % codes.count]
    stub(condition: isPath("/users"), response: .failure(code))
    let error = await #expect(throws: URLError.self) { try await get() }
    #expect(error?.code == code)
  }

  @Test(arguments: 0..<100) func `each has its own simulated time`(number: Int) async throws {
    let clock = FastForwardClock()
    StubRegistry.current.clock = clock
    stub(
      condition: isPath("/users"),
      response: .text("\(number)").delayed(by: .milliseconds(500 * number)))
    let text = try await get().text
    #expect(text == "\(number)")
    #expect(StubRegistry.current.exchanges.first?.duration == .milliseconds(500 * number))
  }

  @Test(arguments: 0..<100) func `each has its own closure`(number: Int) async throws {
    stub(condition: satisfies { $0.path == "/users" }) { _ in
      await Task.yield()
      return .text("\(number)")
    }
    let texts = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 1...5 { group.addTask { try await get().text } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(texts == Array(repeating: "\(number)", count: 5))
  }
}
