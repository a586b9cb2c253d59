import Foundation
import Testing

@testable import StubKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A closure in a condition that asks for what depends on itself.
struct ClosureMatcherTests {
  private let registry = StubRegistry()

  private func request() throws -> URLRequest { try .to("https://a.test/x") }

  @Test func `may ask the registry to explain the request, and is told why it cannot be asked`()
    throws
  {
    let said = Journal()
    registry.given(
      satisfies { [weak registry] request in
        said.note(registry?.explain(request.urlRequest) ?? "")
        return true
      }, line: 1)
    let request = try request()
    #expect(registry.explain(request).hasPrefix("GET https://a.test/x is answered by the stub at"))
    #expect(registry.decide(request, body: nil).claim != nil)
    #expect(
      said.entries.allSatisfy {
        $0.contains(
          "✗ satisfies { … }: the closure itself asks here, and cannot be asked before it has answered"
        )
      })
    #expect(!said.entries.isEmpty)
  }

  @Test func `is neither met nor missed while it asks`() throws {
    let itself = Locked<RequestMatcher?>(nil)
    let answers = Journal()
    let matcher = satisfies { request in
      let (matcher, asked) = (itself.withLock(\.self), request.urlRequest)
      guard let matcher else { return false }
      answers.note("\(matcher(asked)) \((!matcher)(asked)) \(matcher.evaluate(request).isMatch)")
      return true
    }
    itself.withLock { $0 = matcher }
    #expect(try matcher(request()))
    #expect(answers.entries == ["false false false"])
    // Afterwards it can be asked again.
    #expect(try !(!matcher)(request()))
  }

  /// The task inherits what its maker is within, and a new condition may get a freed one's address.
  @Test func `starts a task that asks it again, and that asks new conditions`() async throws {
    let (later, hasAnswered) = AsyncStream<Void>.makeStream()
    let itself = Locked<RequestMatcher?>(nil)
    let asking = Locked<Task<[Bool], Never>?>(nil)
    let matcher = satisfies { request in
      let isStarted = asking.withLock { $0 != nil }
      if isStarted { return true }
      let task = Task {
        for await _ in later {}
        let again = itself.replace(\.self, with: nil).map { $0(request.urlRequest) }
        let others = (0..<100).map { _ in satisfies { _ in true }(request.urlRequest) }
        return [again ?? false] + others
      }
      asking.withLock { $0 = task }
      return true
    }
    itself.withLock { $0 = matcher }
    #expect(try matcher(request()))
    hasAnswered.finish()
    #expect(await asking.withLock(\.self)?.value.allSatisfy(\.self) == true)
  }

  @Test func `may look at what was asked, and verify`() throws {
    let others = Locked<RequestMatcher?>(nil)
    let (registry, counts) = (registry, Journal())
    let matcher = satisfies { _ in
      let count = others.withLock(\.self).map { registry.requests(matching: $0).count }
      counts.note("\(count ?? -1)")
      try? registry.verify()
      return true
    }
    others.withLock { $0 = matcher }
    registry.given(matcher, line: 1)
    registry.ask(try request())
    registry.ask(try request())
    #expect(counts.entries == ["0", "0"])
    #expect(registry.requests(matching: matcher).count == 2)
  }

  @Test func `two that ask for each other come to an end`() throws {
    for line in 1...2 {
      registry.given(
        satisfies { [weak registry] in registry?.explain($0.urlRequest).isEmpty == false },
        line: line)
    }
    #expect(try registry.explain(request()).contains("is answered by the stub at"))
  }
}
