import Foundation
import Testing

@testable import StubKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The registry of the surrounding code.
struct ScopeTests {
  @Test func `the current registry is that of the innermost scope`() async {
    await withStubs { outer in
      #expect(StubRegistry.current === outer)
      await withStubs { inner in
        await Task.yield()
        #expect(StubRegistry.current === inner)
        #expect(inner !== outer)
      }
      withStubs { inner in #expect(StubRegistry.current === inner) }
      #expect(StubRegistry.current === outer)
    }
  }

  @Test func `a scope returns what its operation returns, and throws what it throws`() async {
    struct Broken: Error {}
    let value = withStubs { _ in 7 }
    #expect(value == 7)
    await #expect(throws: Broken.self) {
      try await withStubs { _ in
        await Task.yield()
        throw Broken()
      }
    }
    #expect(throws: Broken.self) { try withStubs { _ in throw Broken() } }
  }

  @Test @MainActor func `a scope stays on the actor of its caller`() async {
    await withStubs { _ in
      MainActor.assertIsolated()
      await Task.yield()
      MainActor.assertIsolated()
    }
  }

  @Test func `a scope fails unmatched requests unless it is told otherwise`() {
    withStubs { #expect($0.unmatched.description == ".fail") }
    withStubs(unmatched: .passThrough) { outer in
      #expect(outer.unmatched.description == ".passThrough")
      withStubs { #expect($0.unmatched.description == ".passThrough") }
      withStubs(unmatched: .fail) { #expect($0.unmatched.description == ".fail") }
    }
  }

  @Test func `a scope that a closure of shared makes stands in no other`() {
    StubRegistry.shared.surrounding {
      withStubs { #expect(ScopeDirectory.scope(around: $0) == nil) }
    }
  }

  @Test func `a scope knows when it is open and what surrounds it`() {
    let ended = withStubs { registry in
      #expect(ScopeDirectory.isScope(registry))
      withStubs { #expect(ScopeDirectory.scope(around: $0) === registry) }
      return registry
    }
    #expect(ScopeDirectory.isScope(ended))
    #expect(!ScopeDirectory.openScopes.contains { $0 === ended })
    #expect(!ScopeDirectory.isScope(StubRegistry()))
  }

  @Test(arguments: ["nothing", "stub", "removed stub", "handler", "other setting", "reset"])
  func `a registry is made strict whatever was done with it`(touch: String) {
    let registry = StubRegistry(unmatched: .passThrough)
    var token: EventToken?
    switch touch {
    case "stub": registry.given(anyRequest(), line: 1)
    case "removed stub": registry.given(anyRequest(), line: 1).remove()
    case "handler": token = registry.onEvent { _ in }
    case "other setting": registry.network = .lte
    case "reset":
      registry.unmatched = .passThrough
      registry.reset()
    default: break
    }
    registry.failUnmatchedUnlessSet()
    #expect(registry.unmatched.description == ".fail")
    registry.reset()
    #expect(registry.unmatched.description == ".fail")
    token?.cancel()
  }

  @Test(arguments: [UnmatchedPolicy.passThrough, .fail(except: isHost("a.test"))])
  func `a policy that is set stays as it is, until a reset`(policy: UnmatchedPolicy) {
    let registry = StubRegistry(unmatched: .passThrough)
    registry.unmatched = policy
    registry.failUnmatchedUnlessSet()
    #expect(registry.unmatched.description == policy.description)
    registry.reset()
    #expect(registry.unmatched.description == ".fail")
    registry.unmatched = policy
    #expect(registry.unmatched.description == policy.description)
  }
}
