import Foundation
import Testing

@testable import StubKit
@testable import StubKitExploring

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct ExchangeNamesTests {
  private static func names(of addresses: [String], after plain: KnownNames? = nil) throws
    -> (names: [String], known: KnownNames)
  {
    var names = ExchangeNames(after: plain)
    let given = try addresses.map { names.name(of: StubRequest(try URLRequest.to($0))) }
    return (given, KnownNames(names))
  }

  @Test func `an exchange is named by method, path, query and number`() throws {
    let names = try Self.names(of: [
      "https://a.com/users", "https://a.com/users", "https://a.com/users?page=2#top",
      "https://a.com",
      "https://a.com?x",
    ]).names
    #expect(
      names == [
        "GET /users #1", "GET /users #2", "GET /users?page=2 #1", "GET / #1", "GET ?x #1",
      ])
  }

  @Test func `a query that changes from run to run stands for the one it was`() throws {
    let plain = try Self.names(of: [
      "https://a.com/log?time=1", "https://a.com/log?time=2", "https://a.com/users",
    ]).known
    let names = try Self.names(
      of: [
        "https://a.com/log?time=8", "https://a.com/users", "https://a.com/log?time=9",
        "https://a.com/log?time=10", "https://b.com/log?time=11",
      ], after: plain
    ).names
    #expect(
      names == [
        "GET /log?time=1 #1", "GET /users #1", "GET /log?time=2 #1", "GET /log?time=10 #1",
        "GET b.com/log?time=11 #1",
      ])
  }

  @Test func `only another host than the first is named`() throws {
    let names = try Self.names(of: [
      "https://a.com/x", "https://b.com:81/x", "https://a.com/x", "https://b.com:81/x",
    ]).names
    #expect(names == ["GET /x #1", "GET b.com:81/x #1", "GET /x #2", "GET b.com:81/x #2"])
  }

  @Test func `no secret gets into a name, and nothing that plays a trick`() throws {
    let names = try Self.names(of: [
      "https://a.com/users?api_key=t0ps3cr3tk3y", "https://a.com/%1B[31m",
    ]).names
    #expect(names == ["GET /users?api_key=REDACTED #1", "GET /%251B%5B31m #1"])
  }
}
