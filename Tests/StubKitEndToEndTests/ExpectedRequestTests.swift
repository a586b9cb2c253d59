import Foundation
import StubKit
import StubKitTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Requests of a `.stubbed` test that go wrong as the test expects.
@Suite(.stubbed) struct ExpectedRequestTests {
  @Test(arguments: Client.allCases)
  func `a known issue around a request covers it`(client: Client) async {
    await withKnownIssue {
      _ = try await client.fetch(request("https://known.test/a"), .default)
    }
  }

  @Test func `a known issue covers a request that the app maps to something else`() async {
    await withKnownIssue {
      _ = try? await URLSession.shared.data(from: url("https://known.test/a"))
    }
  }

  @Test func `each of many at once is known where it is made, also by a bound session`() async {
    await withTaskGroup { group in
      for number in 0..<50 {
        group.addTask {
          let session = number.isMultiple(of: 2) ? .shared : StubRegistry.current.session
          await withKnownIssue {
            _ = try? await session.data(from: url("https://known.test/\(number)"))
          } matching: {
            $0.comments.first?.rawValue.contains("/\(number)\n") == true
          }
        }
      }
    }
  }

  @Test func `a closure that throws and a response that cannot be given are covered`() async {
    stub(condition: isPath("/a")) { _ in throw CancellationError() }
    stub(condition: isPath("/b"), response: .status(99))
    for path in ["a", "b"] {
      await withKnownIssue {
        _ = try? await URLSession.shared.data(from: url("https://known.test/\(path)"))
      }
    }
  }
}
