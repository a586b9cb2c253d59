import Foundation
import StubKit
import StubKitContracts
import StubKitExploring
import StubKitServer
import StubKitTesting
import Testing
import XCTest

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

private struct User: Codable { var name: String }

private let users = isPath("/users")

private nonisolated let address = URL(string: "https://api.example.com/users") ?? URL(filePath: "/")

/// The model of an app, which is the main actor's.
private final class UserList {
  var users: [User] = []
  private(set) var isLoading = false

  func refresh() async {
    isLoading = true
    defer { isLoading = false }
    users = (try? await load(URLSession.shared)) ?? []
  }

  private func load(_ session: URLSession) async throws -> [User] {
    try JSONDecoder().decode([User].self, from: await session.data(from: address).0)
  }
}

private struct IsQuick: ExchangeCheck {
  func problems(with exchange: StubExchange) -> [ExchangeProblem] {
    (exchange.duration ?? .zero) < .seconds(60) ? [] : [.answer("slow")]
  }
}

/// Every closure that is given to StubKit, in code of the main actor.
@Suite(.stubbed(clock: .fastForward, checking: IsQuick())) struct MainActorTests {
  private let list = UserList()

  init() { stub(condition: isPath("/login"), expected: .any, response: .status(204)) }

  private func answer(_ request: StubRequest) -> StubResponse {
    MainActor.assertIsolated()
    return .json(list.users + [User(name: request.path)])
  }

  @Test func `a value answers`() async {
    stub(condition: users, response: .json([User(name: "Ada")]))
    await list.refresh()
    #expect(list.users.map(\.name) == ["Ada"])
  }

  @Test func `a closure that says nothing runs elsewhere`() async {
    let isGET = satisfies { request in
      dispatchPrecondition(condition: .notOnQueue(.main))
      return request.method == .get
    }
    stub(condition: users && isGET) { request in
      dispatchPrecondition(condition: .notOnQueue(.main))
      return .json([["name": .string(request.path)]])
    }
    await list.refresh()
    #expect(list.users.map(\.name) == ["/users"])
  }

  @Test func `a closure of the main actor answers`() async throws {
    stub(condition: users) { @MainActor request in
      let body = request.body == nil ? [] : try request.decode([User].self)
      return .json(list.users + body + [User(name: "Grace")])
    }
    await list.refresh()
    await list.refresh()
    #expect(list.users.map(\.name) == ["Grace", "Grace"])
  }

  @Test func `a type that is Encodable on the main actor only is refused elsewhere`() async {
    let user = User(name: "Ada")
    stub(condition: users) { _ in .json(["user": user, "count": 1]) }
    await withKnownIssue {
      await list.refresh()
    } matching: { issue in
      issue.comments.contains {
        $0.rawValue.contains("where the main actor is the default, nonisolated, too")
      }
    }
  }

  @Test func `a method of the main actor answers`() async throws {
    stub(condition: users, response: answer)
    StubRegistry.current.stub(condition: isPath("/a"), expected: .any, response: answer)
    await list.refresh()
    #expect(list.users.map(\.name) == ["/users"])
  }

  @Test func `an asynchronous closure answers`() async throws {
    stub(condition: users) { _ in
      try await Task.sleep(for: .zero)
      return .json([["name": "late"]])
    }
    await list.refresh()
    #expect(list.users.map(\.name) == ["late"])
  }

  @Test func `events and streams run elsewhere`() async throws {
    let kinds = StubState<[String]>([])
    StubRegistry.current.onEvent { event in
      dispatchPrecondition(condition: .notOnQueue(.main))
      kinds.update { $0.append("\(event.kind)") }
    }
    stub(
      condition: users,
      response: .stream {
        dispatchPrecondition(condition: .notOnQueue(.main))
        return AsyncStream { continuation in
          continuation.yield(Data(#"[{"name": "Ada"}]"#.utf8))
          continuation.finish()
        }
      })
    await list.refresh()
    #expect(list.users.count == 1)
    #expect(kinds.value.contains("activated"))
  }

  @Test func `a handler hands events on to the main actor`() async throws {
    let list = list
    StubRegistry.current.onEvent { event in
      Task { @MainActor in list.users.append(User(name: "\(event.kind)")) }
    }
    stub(condition: users, response: .json([]))
    _ = try await URLSession.shared.data(from: address)
    while list.users.count < 2 { await Task.yield() }
    #expect(list.users.map(\.name) == ["activated", "finished"])
  }

  @Test func `a scope stays on the main actor`() async throws {
    try await withStubs { registry in
      registry.stub(condition: users, response: .json([User(name: "Ada")]))
      await list.refresh()
      try registry.verify()
    }
    withStubs { _ in list.users.removeAll() }
    await withUnmatchedRequests(matching: users) { await list.refresh() }
    try await withStubServer { server in
      list.users.removeAll()
      await Task.yield()
      #expect(server.port > 0)
    }
  }

  @Test func `an exploration can run on the main actor`() async throws {
    try await withEveryFault(.offline, .status(500)) { @MainActor _ in
      stub(condition: users, response: .json([User(name: "Ada")]))
      let list = UserList()
      await list.refresh()
      #expect(!list.isLoading)
    }
  }

  @Test(
    .stubbed(
      checking: .live(
        where: isHost("none.test"),
        authorizing: { request in request.setValue("a", forHTTPHeaderField: "b") })))
  func `a question to the server is prepared elsewhere`() async throws {
    let report = try await StubRegistry.current.drift(where: isHost("none.test")) { request in
      request.setValue("a", forHTTPHeaderField: "b")
    }
    #expect(!report.hasDrifted)
  }
}

/// XCTest's classes are nobody's, so that their subclasses have to say so.
nonisolated final class MainActorCase: StubbedTestCase {
  override var unused: UnusedStubs { .error }
  @MainActor private var seen: [String] = []

  override func setUp() { registry.clock = .fastForward }

  // XCTest on Linux cannot list a class that has only synchronous tests of the main actor.
  @MainActor func testTheMainActorAsks() async {
    stub(condition: users, response: .json([User(name: "Ada")]))
    let list = UserList()
    await list.refresh()
    XCTAssertEqual(list.users.count, 1)
  }

  @MainActor func testAClosureOfTheMainActorAnswersWhileItIsWaitedFor() {
    let stub = stub(condition: users) { @MainActor request in
      self.seen.append(request.path)
      return .json([])
    }
    let answered = expectation(for: stub)
    URLSession.shared.dataTask(with: address).resume()
    wait(for: [answered], timeout: 10)
    XCTAssertEqual(seen, ["/users"])
  }
}
