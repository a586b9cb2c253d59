import ForeignClient
import Foundation
import StubKit
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Stubs are found by sessions that nobody has prepared, and by those that were.
struct NoSetUpTests {
  @Test(arguments: ForeignClient.Kind.allCases)
  func `a client in a module that knows nothing of StubKit is stubbed`(
    kind: ForeignClient.Kind
  ) async throws {
    try await withStubs { registry in
      stub(condition: isHost("foreign.test"), response: .text("stubbed"))
      let text = try await ForeignClient(kind).text(at: "https://foreign.test/")
      #expect(text == "stubbed")
      #expect(registry.exchanges.count == 1)
    }
  }

  @Test func `the shared session is stubbed`() async throws {
    try await withStubs { _ in
      stub(condition: isPath("/users"), response: .json(["id": 1]))
      let (data, _) = try await URLSession.shared.data(from: url("https://shared.test/users"))
      #expect(String(decoding: data, as: UTF8.self) == #"{"id":1}"#)
    }
  }

  // Elsewhere a test cannot start a process, and what would start it is not declared.
  #if os(Linux) || os(macOS)
    @Test func `a session that is older than anything of StubKit is stubbed`() async {
      // A session keeps a copy of its configuration: too late, and no stub reaches it any more.
      await #expect(processExitsWith: .success) {
        let session = URLSession(configuration: .default)
        try await withStubs { _ in
          stub(condition: isHost("older.test"), response: .text("stubbed"))
          let (data, _) = try await session.data(from: url("https://older.test/"))
          #expect(String(decoding: data, as: UTF8.self) == "stubbed")
        }
      }
    }
  #endif

  #if canImport(FoundationNetworking)
    private protocol Maker {
      func make() -> URLSessionConfiguration
    }

    /// Makes a configuration as nobody should any more, without a warning at each use.
    private struct PlainMaker: Maker {
      @available(*, deprecated) func make() -> URLSessionConfiguration { URLSessionConfiguration() }
    }

    /// Makes a configuration as optimized code does, which calls the initializer of an object that it
    /// has allocated itself.
    private struct InitializingMaker: Maker {
      private final class Configuration: URLSessionConfiguration, @unchecked Sendable {
        @available(*, deprecated) override init() { super.init() }
      }

      @available(*, deprecated) func make() -> URLSessionConfiguration { Configuration() }
    }

    @Test(arguments: ["plain", "initialized"])
    func `a configuration that is neither default nor ephemeral leads to the scope`(kind: String)
      async throws
    {
      try await withStubs { _ in
        stub(condition: anyRequest(), response: .text("stubbed"))
        let maker: any Maker = kind == "plain" ? PlainMaker() : InitializingMaker()
        let session = URLSession(configuration: maker.make())
        let (data, _) = try await session.data(from: url("http://plain.test/"))
        #expect(String(decoding: data, as: UTF8.self) == "stubbed")
      }
    }
  #endif

  @Test(arguments: ["default", "ephemeral"])
  func `protocol classes set by hand lead to the scope, too`(kind: String) async throws {
    try await withStubs { _ in
      stub(condition: anyRequest(), response: .text("by hand"))
      let configuration: URLSessionConfiguration = kind == "default" ? .default : .ephemeral
      configuration.protocolClasses = [StubURLProtocol.self]
      let (data, _) = try await URLSession(configuration: configuration)
        .data(from: url("http://hand.test/"))
      #expect(String(decoding: data, as: UTF8.self) == "by hand")
    }
  }

  @Test func `a stubbed configuration has no cache and leads to the scope`() async throws {
    try await withStubs { _ in
      stub(condition: anyRequest(), response: .text("stubbed"))
      let configuration = URLSessionConfiguration.stubbed
      #expect(configuration.urlCache == nil)
      let (data, _) = try await URLSession(configuration: configuration)
        .data(from: url("http://stubbed.test/"))
      #expect(String(decoding: data, as: UTF8.self) == "stubbed")
    }
  }

  @Test func `a configuration bound to a registry leads there from anywhere`() async throws {
    let registry = StubRegistry()
    registry.stub(condition: anyRequest(), response: .text("bound"))
    let configuration = URLSessionConfiguration.default
    configuration.timeoutIntervalForRequest = 3
    let bound = configuration.stubbed(by: registry)
    #expect(bound.timeoutIntervalForRequest == 3)
    let session = URLSession(configuration: bound)
    try await withStubs { _ in
      stub(condition: anyRequest(), response: .text("scope"))
      let (data, _) = try await session.data(from: url("http://bound.test/"))
      #expect(String(decoding: data, as: UTF8.self) == "bound")
    }
  }

  @Test func `the session of a registry is made once`() async throws {
    let registry = StubRegistry()
    #expect(registry.session === registry.session)
  }

  @Test(.onlyOnLinux("on Apple's platforms a session copies its configuration when it is made"))
  func `a session that exists can be attached`() async throws {
    let session = URLSession(configuration: .default)
    let registry = StubRegistry()
    registry.stub(condition: anyRequest(), response: .text("attached"))
    #expect(registry.attach(to: session))
    let (data, _) = try await session.data(from: url("http://attached.test/"))
    #expect(String(decoding: data, as: UTF8.self) == "attached")
  }

  @Test(.onlyOnApplePlatforms("on Linux the configuration of a session can be changed at any time"))
  func `a session that exists cannot be attached, and says so`() {
    #expect(!StubRegistry().attach(to: URLSession(configuration: .default)))
  }

  @Test func `what needs no network is loaded also when the session's registry is gone`()
    async throws
  {
    var registry: StubRegistry? = StubRegistry()
    let session = try #require(registry?.session)
    registry = nil
    let (data, _) = try await session.data(from: url("data:text/plain,hello"))
    #expect(String(decoding: data, as: UTF8.self) == "hello")
  }

  @Test func `a session whose registry is gone fails and says so`() async throws {
    var registry: StubRegistry? = StubRegistry()
    let configuration = try #require(
      registry.map { URLSessionConfiguration.default.stubbed(by: $0) })
    registry = nil
    let error = await #expect(throws: URLError.self) {
      try await URLSession(configuration: configuration).data(from: url("http://gone.test/x"))
    }
    #expect(error?.code == .resourceUnavailable)
    #expect(error?.failingURL == url("http://gone.test/x"))
    #expect(
      error?.localizedDescription
        == "The StubRegistry that this session is bound to no longer exists. A session does not "
        + "keep its registry: keep it for as long as the session is used, or make the session anew."
    )
  }

  @Test func `the error for a registry that is gone names no secret`() async throws {
    let session = StubRegistry().session
    let error = await #expect(throws: URLError.self) {
      try await session.data(from: url("http://ann:pw123456@gone.test/x?token=tok99"))
    }
    let text = "\(error.map { "\($0)" } ?? "")"
    #expect(text.contains("gone.test/x"))
    #expect(!text.contains("pw123456") && !text.contains("tok99"))
  }

  @Test func `several sessions at once each find their registry`() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<50 {
        group.addTask {
          let registry = StubRegistry()
          registry.stub(condition: anyRequest(), response: .text("\(number)"))
          for _ in 0..<5 {
            let (data, _) = try await registry.session.data(from: url("http://same.test/"))
            #expect(String(decoding: data, as: UTF8.self) == "\(number)")
          }
        }
      }
      try await group.waitForAll()
    }
  }
}
