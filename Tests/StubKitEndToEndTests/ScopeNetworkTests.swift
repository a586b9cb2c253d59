import Foundation
import StubKit
import StubKitTesting
import TestPlaces
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension SharedRegistryTests {
  /// What has lost its scope does not reach a real server.
  @Suite struct Network {
    init() { haveOtherScope() }

    /// What a request gets that a `.stubbed` test makes where its scope is not seen.
    private func answerOutsideOfScope(from server: LoopbackServer) async throws -> Result<
      String, any Error
    > {
      let answer = Kept<Result<String, any Error>>()
      let test = try #require(Test.current)
      try await StubbedTrait.stubbed.provideScope(for: test, testCase: nil) {
        await Task.detached {
          do {
            answer.value = .success(try await server.text(at: "/lost"))
          } catch {
            answer.value = .failure(error)
          }
        }.value
      }
      return try #require(answer.value)
    }

    private final class Kept<Value: Sendable>: @unchecked Sendable {
      // Unchecked: set before it is read.
      var value: Value?
    }

    @Test(arguments: ["stub", "network", "handler", "removeAll", "reset"])
    func `whatever was done with shared before`(touch: String) async throws {
      StubRegistry.shared.reset()
      defer { StubRegistry.shared.reset() }
      let server = try LoopbackServer { _ in .text("real") }
      StubRegistry.shared.stub(condition: isHost("other.test"), response: .text("other"))
      var token: EventToken?
      switch touch {
      case "network": StubRegistry.shared.network = .wifi
      case "handler": token = StubRegistry.shared.onEvent { _ in }
      case "removeAll": StubRegistry.shared.removeAll()
      case "reset":
        StubRegistry.shared.unmatched = .passThrough
        StubRegistry.shared.reset()
      default: break
      }
      let answer = try await answerOutsideOfScope(from: server)
      #expect(throws: URLError.self) { try answer.get() }
      #expect(server.requests.isEmpty)
      token?.cancel()
    }

    @Test func `unless somebody has set what shared does`() async throws {
      StubRegistry.shared.reset()
      defer { StubRegistry.shared.reset() }
      StubRegistry.shared.unmatched = .passThrough
      let server = try LoopbackServer { _ in .text("real") }
      let answer = try await answerOutsideOfScope(from: server)
      #expect(try answer.get() == "real")
      #expect(server.requests.count == 1)
    }
  }
}
