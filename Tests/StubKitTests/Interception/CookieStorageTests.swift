import Foundation
import Testing

@testable import StubKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Where cookies are kept, also where a platform does not tell which session a request has.
struct CookieStorageTests {
  @Test func `shared uses the common storage where the session is not known`() {
    #expect(StubRegistry.shared.cookieStorage(for: nil) === HTTPCookieStorage.shared)
    #expect(StubRegistry.shared.filledCookieStorage(for: nil) === HTTPCookieStorage.shared)
  }

  @Test func `shared uses the storage of a session, and none if that has none`() throws {
    let configuration = URLSessionConfiguration.ephemeral
    let storage = try #require(configuration.httpCookieStorage)
    let session = URLSession(configuration: configuration)
    #expect(StubRegistry.shared.cookieStorage(for: session) === storage)
    configuration.httpCookieStorage = nil
    let other = URLSession(configuration: configuration)
    #expect(StubRegistry.shared.cookieStorage(for: other) == nil)
  }

  @Test func `any other registry uses its own, which is made when it is needed`() {
    let registry = StubRegistry()
    #expect(registry.filledCookieStorage(for: nil) == nil)
    #expect(registry.cookieStorage(for: nil) === registry.cookies)
    #expect(registry.filledCookieStorage(for: nil) === registry.cookies)
  }

  @Test func `any other registry keeps no cookies of a session that has no storage`() {
    let registry = StubRegistry()
    let configuration = URLSessionConfiguration.ephemeral
    let keeping = URLSession(configuration: configuration)
    configuration.httpCookieStorage = nil
    let other = URLSession(configuration: configuration)
    #expect(registry.cookieStorage(for: other) == nil)
    #expect(registry.cookieStorage(for: keeping) === registry.cookies)
    #expect(registry.filledCookieStorage(for: other) == nil)
    #expect(registry.filledCookieStorage(for: keeping) === registry.cookies)
  }
}
